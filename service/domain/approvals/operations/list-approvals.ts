import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { Approval, toApproval } from '../approval.ts'
import { listApprovalRows } from '../approval-store.ts'

export const listApprovals = operation({
  name: 'list-approvals',
  summary:
    'List calls of keys that need the approval of a person, newest first: a key sees its own, a person those of its keys, an administrator all.',
  effect: 'read',
  permission: 'account.read',
  input: z.strictObject({
    page,
    per_page: perPage(),
    pending: z.boolean().default(false).describe('Only those that can still be decided.'),
  }),
  output: z.object({ approvals: z.array(Approval), total: z.int(), page: z.int(), per_page: z.int() }),
}).does(async ({ page, per_page, pending }, { db, actor, clock }) => {
  const now = clock.now()
  const { rows, total } = await listApprovalRows(db, actor, { pending, now, page, perPage: per_page })
  return { approvals: rows.map((row) => toApproval(row, now)), total, page, per_page }
})
