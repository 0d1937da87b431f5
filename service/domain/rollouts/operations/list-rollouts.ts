import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { Rollout } from '../rollout.ts'
import { toRollout } from '../rollout-entry.ts'
import { listRolloutRows } from '../rollout-store.ts'

export const listRollouts = operation({
  name: 'list-rollouts',
  summary: 'List rollouts of updates, the newest first.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    open: z.boolean().optional().describe('Only those that have not ended, or have.'),
    page,
    per_page: perPage(20, 100),
  }),
  output: paged(Rollout),
}).does(async ({ open, page, per_page }, { db, actor }) => {
  const { rows, total } = await listRolloutRows(db, actor, { open, page, perPage: per_page })
  return { items: rows.map(toRollout), page, per_page, total }
})
