import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, page, perPage, timestamp } from '../../../operation/shapes.ts'
import { SiteStatus } from '../../sites/index.ts'
import { countMovedSites, listMovedSiteRows, takeoverStates } from '../takeover/moved-sites-store.ts'

const state = z
  .enum(takeoverStates)
  .describe(
    'shared: the other dashboard has the key too. failed: the same, and a takeover failed. unknown: a takeover did not end clearly, both keys are stored. taken_over: only this installation has the key.',
  )

export const listMovedSites = operation({
  name: 'list-moved-sites',
  summary:
    'List the sites that came with their key from another dashboard, and whether that dashboard can still use them.',
  effect: 'read',
  permission: 'move-in.manage',
  input: z.strictObject({
    state: state.optional(),
    source: z.string().max(500).optional().describe('The address of the other dashboard.'),
    tag_id: z.int().min(1).optional(),
    page,
    per_page: perPage(50, 1000),
  }),
  output: z.object({
    sites: z.array(
      z.object({
        site_id: z.int(),
        name: z.string(),
        url: z.string(),
        status: SiteStatus,
        source: z.string(),
        old_id: z.int().describe('Its id in the other dashboard.'),
        state,
        moved_at: timestamp,
        tried_at: timestamp.nullable().describe('The last takeover.'),
        error: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why the last takeover failed.'),
      }),
    ),
    counts: z.object({ shared: z.int(), failed: z.int(), unknown: z.int(), taken_over: z.int() }),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ state, source, tag_id, page, per_page }, { db }) => {
  const filter = { source, tagIds: tag_id === undefined ? undefined : [tag_id] }
  const rows = await listMovedSiteRows(db, { ...filter, state }, { page, perPage: per_page })
  const counts = await countMovedSites(db, filter)
  const all = counts.shared + counts.failed + counts.unknown + counts.taken_over
  return {
    sites: rows.map(({ problem_code, problem, moved_at, tried_at, ...row }) => ({
      ...row,
      moved_at: isoTime(moved_at),
      tried_at: isoTime(tried_at),
      error: problem_code === null ? null : { code: problem_code, message: problem ?? '' },
    })),
    counts,
    ...{ page, per_page, total: state === undefined ? all : counts[state] },
  }
})
