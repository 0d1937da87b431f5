import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { Approval, approvalId, toApproval } from '../approval.ts'
import { approvalEnded } from '../approval-errors.ts'
import { updateApproval } from '../approval-store.ts'
import { requireOpenApproval } from '../open-approval.ts'

export const refuseCall = operation({
  name: 'refuse-call',
  summary: 'Refuse a call that needs approval. An approved call that has not run yet can be refused, too.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'own',
  input: z.strictObject({ approval_id: approvalId }),
  output: Approval,
})
  .plans(async ({ approval_id }, context) => {
    const { operation } = await requireOpenApproval(context, approval_id)
    return { approval_id, would_affect: [{ approval_id, operation }] }
  })
  .does(async ({ approval_id }, context) => {
    const { db, clock, actor } = context
    const row = await requireOpenApproval(context, approval_id)
    const decision = { state: 'refused', decided_at: clock.now(), decided_by: actor.name } as const
    if (!(await updateApproval(db, approval_id, row.state, decision)))
      throw approvalEnded('This call was decided or used in the meantime.')
    return toApproval({ ...row, ...decision }, clock.now())
  })
