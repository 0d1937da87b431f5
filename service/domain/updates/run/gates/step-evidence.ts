import { z } from 'zod'
import { isoTime, timestamp } from '../../../../operation/shapes.ts'
import { GateResult } from './compare-pages.ts'
import { PageCheck } from './page-check.ts'
import { ScreenshotMoment } from './screenshot-store.ts'
import type { UpdateCheckRow } from './update-check-store.ts'

/** What was checked around the updates of one site. */
export const StepEvidence = z.object({
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  healthy: z.boolean().nullable().describe('Null: no checks, or they have not ended.'),
  unchecked: z
    .boolean()
    .describe('Pages that gates need could not be read, so it is not known whether the site works.'),
  before: z.array(PageCheck).describe('Pages before the updates, each read twice.'),
  after: z.array(PageCheck),
  gates: z.array(GateResult),
  screenshots: z
    .array(
      z.object({
        moment: ScreenshotMoment,
        url: z.string(),
        width: z.int(),
        height: z.int(),
        taken_at: timestamp,
      }),
    )
    .describe('The homepage in a browser, where it was checked; restored: after a rollback.'),
  watched_until: timestamp.nullable().describe('The checks are repeated until then; null: they are not.'),
  watch: z
    .enum(['watching', 'passed', 'failed', 'unknown', 'stopped'])
    .nullable()
    .describe(
      'What came of the repeated checks. stopped: a policy, the state of the site or another update ended them.',
    ),
  watch_message: z.string().nullable(),
  watch_ended_at: timestamp.nullable(),
  guard: z.array(
    z.object({
      type: z.string(),
      slug: z.string(),
      state: z.string(),
      message: z.string(),
      culprit: z.object({ message: z.string(), file: z.string(), line: z.int() }).nullable(),
    }),
  ),
})

export const toStepEvidence = (row: UpdateCheckRow): z.input<typeof StepEvidence> => ({
  started_at: isoTime(row.started_at),
  finished_at: isoTime(row.finished_at),
  healthy: row.healthy,
  unchecked: row.unchecked,
  before: row.before.flatMap(({ checks }) => checks),
  after: row.after,
  gates: row.gates,
  screenshots: row.screenshots.map(({ moment, width, height, taken_at }) => ({
    moment,
    url: `/api/v2/updates/screenshots/${row.run}/${moment}`,
    width,
    height,
    taken_at: isoTime(new Date(taken_at)),
  })),
  watched_until: isoTime(row.watched_until),
  watch: watchOf(row),
  watch_message: row.watch_message,
  watch_ended_at: isoTime(row.watch_ended_at),
  guard: row.guard,
})

/** Null: the checks were not repeated. */
export function watchOf({
  watched_until,
  watch_ended_at,
  watch_result,
}: Pick<UpdateCheckRow, 'watched_until' | 'watch_ended_at' | 'watch_result'>) {
  if (watched_until === null) return null
  return watch_ended_at === null ? 'watching' : (watch_result ?? 'unknown')
}
