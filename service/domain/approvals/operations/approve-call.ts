import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { describeSignature, passkeyAnswer, verifySignature } from '../../access/index.ts'
import { Approval, approvalId, toApproval } from '../approval.ts'
import { approvalEnded } from '../approval-errors.ts'
import { findVisibleApproval, updateApproval } from '../approval-store.ts'
import { requireMayApprove, requireOpenApproval } from '../open-approval.ts'

export const approveCall = operation({
  name: 'approve-call',
  summary:
    'Approve a call of a key: your passkey signs the digest of exactly this call. The key may then send it once, within 10 minutes of its request.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'own',
  input: z.strictObject({
    approval_id: approvalId,
    passkey: passkeyAnswer.describe(
      'The answer to the options of GET /approvals/{approval_id}; the challenge is the digest.',
    ),
  }),
  output: Approval,
  // The audit trail keeps the signature: flotilla audit verify checks it.
  subject: async ({ approval_id, passkey }, { db, actor }) => {
    const digest = (await findVisibleApproval(db, approval_id, actor))?.digest ?? null
    return JSON.stringify({ approval_id, digest, ...(await describeSignature(db, passkey)) })
  },
})
  .plans(async ({ approval_id }, context) => {
    const row = await requireOpenApproval(context, approval_id)
    requireMayApprove(context, row)
    return { approval_id, would_affect: [{ approval_id, operation: row.operation }] }
  })
  .does(async ({ approval_id, passkey }, context) => {
    const { db, clock, actor } = context
    const row = await requireOpenApproval(context, approval_id)
    if (row.state === 'approved') throw approvalEnded('This call is approved already.')
    requireMayApprove(context, row)
    await verifySignature(context, requireUserId(actor), row.digest, passkey)
    const decision = { state: 'approved', decided_at: clock.now(), decided_by: actor.name } as const
    if (!(await updateApproval(db, approval_id, 'pending', decision)))
      throw approvalEnded('This call was decided in the meantime.')
    return toApproval({ ...row, ...decision }, clock.now())
  })
