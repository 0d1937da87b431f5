import type { Context } from '../../operation/context.ts'
import { requirePermission } from '../../operation/require-permission.ts'
import { requirePersonOrSystem } from '../../operation/require-person-or-system.ts'
import { stateOf } from './approval.ts'
import { approvalEnded, approvalNotFound } from './approval-errors.ts'
import { requestDigestOf } from './approval-request.ts'
import { type ApprovalRow, findVisibleApproval } from './approval-store.ts'

const reasons: Record<string, string> = {
  used: 'This call was approved and has run already.',
  refused: 'This call was refused.',
  outdated: 'The call would do something else now. The program must send it again, which makes a new request.',
  expired: 'More than 10 minutes have passed. The program must send the call again, which makes a new request.',
}

/** A request that is not over, for a person in the dashboard who may see it. */
export async function requireOpenApproval(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  id: number,
): Promise<ApprovalRow> {
  requirePersonOrSystem(actor, 'Only a person who is signed in to the dashboard decides about calls of keys.')
  const row = await findVisibleApproval(db, id, actor)
  if (!row) throw approvalNotFound(id)
  const reason = reasons[stateOf(row, clock.now())]
  if (reason !== undefined) throw approvalEnded(reason)
  return row
}

/**
 * A person approves only what it may do itself. Sites outside of its limits are no targets: the limits of a key are those of its owner,
 * and other people see the request only if they have none. The plan is compared when the call runs.
 */
export function requireMayApprove(
  { actor, operationsByName }: Pick<Context, 'actor' | 'operationsByName'>,
  { operation: name, request, digest }: ApprovalRow,
): void {
  const operation = operationsByName.get(name)
  if (!operation || requestDigestOf(request) !== digest)
    throw approvalEnded('This request can no longer be read. The program must send the call again.')
  requirePermission(operation, actor)
}
