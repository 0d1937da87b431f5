import { z } from 'zod'
import type { NowOrLater } from '../jobs/index.ts'
import { stillRunning } from './many-sites.ts'

/** What became of a row that is a connected site now. */
export const ImportedSite = z.object({
  outcome: z.enum(['added', 'connected', 'unchanged']),
  site_id: z.int(),
  site_url: z.string(),
})

const followed = { job_id: z.string(), status_url: z.string() }

/** Row by row: what was imported and what was not; above 200 rows the job to follow. */
export const ImportOutcome = z.discriminatedUnion('queued', [
  z.object({
    queued: z.literal(false),
    ...followed,
    imported: z.array(z.object({ row: z.int(), ...ImportedSite.shape })),
    errors: z.array(z.object({ row: z.int(), label: z.string(), code: z.string(), message: z.string() })),
    total_imported: z.int(),
    total_errors: z.int(),
  }),
  z.object({ queued: z.literal(true), ...followed, rows_queued: z.int() }),
])

export function toImportOutcome(outcome: NowOrLater): z.output<typeof ImportOutcome> {
  const job_id = String(outcome.job.id)
  const job = { job_id, status_url: `/api/v2/jobs/${job_id}` }
  if (outcome.queued) return { queued: true, ...job, rows_queued: outcome.job.total }
  const imported = outcome.targets
    .filter(({ state }) => state === 'succeeded')
    .map(({ position, result }) => ({ row: position + 1, ...(result as z.output<typeof ImportedSite>) }))
  const errors = outcome.targets
    .filter(({ state }) => state !== 'succeeded')
    .map(({ position, label, state, error_code, error_message }) => ({
      row: position + 1,
      label,
      ...(state === 'failed' ? { code: error_code!, message: error_message! } : stillRunning),
    }))
  return { queued: false, ...job, imported, errors, total_imported: imported.length, total_errors: errors.length }
}
