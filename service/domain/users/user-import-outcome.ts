import { z } from 'zod'
import type { NowOrLater } from '../jobs/index.ts'
import { CreatedUser } from './create-user.ts'
import type { UserImportTarget } from './user-import-table.ts'

const jobFields = { job_id: z.string(), status_url: z.string() }

/** The outcome per user and site; above 200 of them, the job. */
export const UserImportOutcome = z.discriminatedUnion('queued', [
  z.object({
    queued: z.literal(false),
    ...jobFields,
    created: z.array(CreatedUser.extend({ row: z.int() })),
    errors: z.array(
      z.object({
        row: z.int(),
        identifier: z.string(),
        site_id: z.int(),
        site_url: z.string(),
        code: z.string(),
        message: z.string(),
      }),
    ),
    total_created: z.int(),
    total_errors: z.int(),
  }),
  z.object({ queued: z.literal(true), ...jobFields, users_queued: z.int() }),
])

export function toUserImportOutcome(
  outcome: NowOrLater,
  targets: readonly UserImportTarget[],
): z.output<typeof UserImportOutcome> {
  const job_id = String(outcome.job.id)
  const job = { job_id, status_url: `/api/v2/jobs/${job_id}` }
  if (outcome.queued) return { queued: true, ...job, users_queued: outcome.job.total }
  const created = outcome.targets
    .filter(({ state }) => state === 'succeeded')
    .map(({ position, result }) => ({ row: targets[position]!.row, ...(result as CreatedUser) }))
  const errors = outcome.targets
    .filter(({ state }) => state !== 'succeeded')
    .map(({ position, state, error_code, error_message }) => {
      const { row, user, site } = targets[position]!
      return {
        ...{ row, identifier: user.username, site_id: site.id, site_url: site.url },
        code: state === 'failed' ? error_code! : 'svc_still_running',
        message: state === 'failed' ? error_message! : 'Still running. The job shows the outcome.',
      }
    })
  return { queued: false, ...job, created, errors, total_created: created.length, total_errors: errors.length }
}
