import { z } from 'zod'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { updateTypes } from '../update.ts'
import { watchOf } from './gates/step-evidence.ts'
import type { CheckSummary } from './gates/update-check-store.ts'
import type { UpdateHistoryRow } from './update-history-store.ts'
import { Health, UpdateResult } from './update-outcome.ts'

export const UpdateHistoryEntry = z.object({
  id: z.int(),
  site_id: z.int().nullable().describe('Null when the site was deleted.'),
  site_url: z.string(),
  site_name: z.string(),
  type: z.enum(updateTypes),
  slug: z.string(),
  name: z.string(),
  old_version: z.string(),
  new_version: z.string().describe('The version now installed; while the update runs, the version to install.'),
  wanted_version: z
    .string()
    .nullable()
    .describe('The version to install, also of an update that failed; null if it is not known.'),
  result: UpdateResult,
  code: z.string().nullable(),
  message: z.string().nullable(),
  health: Health.nullable(),
  checks: z
    .enum(['running', 'passed', 'failed', 'unknown', 'not_checked'])
    .nullable()
    .describe(
      'What the checks of the site found. unknown: the site could not be checked; not_checked: checks are switched off, or nothing was tried; null: nothing is recorded.',
    ),
  guard: z
    .string()
    .nullable()
    .describe(
      'What became of the guard: armed, disarmed, restored, deactivated, left_broken, refused, off; null: none.',
    ),
  amendments: z
    .array(z.object({ at: timestamp, before: UpdateResult, result: UpdateResult, message: z.string() }))
    .describe('What later checks and syncs found, the oldest first; `result` is what is known now.'),
  watched_until: timestamp
    .nullable()
    .describe('The checks of the site are repeated until then; null: they are not, or nothing is recorded.'),
  watch: z.enum(['watching', 'passed', 'failed', 'unknown', 'stopped']).nullable(),
  user: z.string(),
  automatic: z.boolean(),
  job_id: z.string().nullable(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
})

function resultOf({ finished_at, healthy, unchecked }: CheckSummary) {
  if (finished_at === null) return 'running'
  if (unchecked) return 'unknown'
  return healthy === null ? 'not_checked' : healthy ? 'passed' : 'failed'
}

export const toUpdateHistoryEntry = (
  row: UpdateHistoryRow,
  check: CheckSummary | undefined,
): z.input<typeof UpdateHistoryEntry> => ({
  id: row.id,
  site_id: row.site_id,
  site_url: row.site_url,
  site_name: row.site_name,
  type: row.type,
  slug: row.slug,
  name: row.name,
  old_version: row.from_version,
  new_version: row.to_version,
  wanted_version: row.wanted_version,
  result: row.result,
  code: row.error_code,
  message: row.message,
  health: row.health,
  checks: check ? resultOf(check) : null,
  guard: check?.guard.find(({ type, slug }) => type === row.type && slug === row.slug)?.state ?? null,
  amendments: row.amendments.map(({ at, before, result, message }) => ({
    at: isoTime(new Date(at)),
    before,
    result,
    message,
  })),
  watched_until: isoTime(check?.watched_until ?? null),
  watch: check ? watchOf(check) : null,
  user: row.user_name,
  automatic: row.automatic,
  job_id: row.job_id === null ? null : String(row.job_id),
  started_at: isoTime(row.begun_at),
  finished_at: isoTime(row.ended_at),
})
