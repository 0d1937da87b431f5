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
  guard: row.guard,
})
