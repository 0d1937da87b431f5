import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { signingOptions } from '../../access/index.ts'
import { Approval, approvalId, toApproval } from '../approval.ts'
import { approvalNotFound } from '../approval-errors.ts'
import { findVisibleApproval } from '../approval-store.ts'

export const getApproval = operation({
  name: 'get-approval',
  summary:
    'Get a call that needs approval, exactly as it would be signed, with its state. A person in the dashboard also gets the options for the passkey.',
  effect: 'read',
  permission: 'account.read',
  input: z.strictObject({ approval_id: approvalId }),
  output: Approval.extend({
    request: z.string().describe('The canonical JSON that is signed: operation, input, plan, key and end.'),
    digest: z.string().describe('SHA-256 of the request, base64url: the challenge for the passkey.'),
    options: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('For the browser. Null: the caller is not a person in the dashboard, or has no passkey.'),
  }),
}).does(async ({ approval_id }, context) => {
  const { db, actor, clock } = context
  const row = await findVisibleApproval(db, approval_id, actor)
  if (!row) throw approvalNotFound(approval_id)
  const { request, digest } = row
  return { ...toApproval(row, clock.now()), request, digest, options: await signingOptions(context, digest) }
})
