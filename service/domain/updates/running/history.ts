import { z } from 'zod'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { updateTypes } from '../update.ts'
import type { HistoryRow } from './history-store.ts'
import { Health, UpdateResult } from './outcome.ts'

/** One update that was run. */
export const HistoryEntry = z.object({
  id: z.int(),
  site_id: z.int().nullable().describe('Null when the site is gone.'),
  site_url: z.string(),
  site_name: z.string(),
  type: z.enum(updateTypes),
  slug: z.string(),
  name: z.string(),
  old_version: z.string(),
  new_version: z.string().describe('What is there now; while it runs, what is on offer.'),
  result: UpdateResult,
  code: z.string().nullable(),
  message: z.string().nullable(),
  health: Health.nullable(),
  user: z.string(),
  automatic: z.boolean(),
  job_id: z.string().nullable(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
})

export const toHistoryEntry = (row: HistoryRow): z.input<typeof HistoryEntry> => ({
  id: row.id,
  site_id: row.site_id,
  site_url: row.site_url,
  site_name: row.site_name,
  type: row.type,
  slug: row.slug,
  name: row.name,
  old_version: row.from_version,
  new_version: row.to_version,
  result: row.result,
  code: row.error_code,
  message: row.message,
  health: row.health,
  user: row.user_name,
  automatic: row.automatic,
  job_id: row.job_id === null ? null : String(row.job_id),
  started_at: isoTime(row.begun_at)!,
  finished_at: isoTime(row.ended_at),
})
