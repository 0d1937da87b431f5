import { ServiceError } from '../../operation/errors.ts'

export const approvalNotFound = (id: number) =>
  new ServiceError(
    'svc_approval_not_found',
    'missing',
    `There is no approval ${id} for you; GET /approvals lists yours.`,
  )

export const approvalEnded = (why: string) => new ServiceError('svc_approval_ended', 'conflict', why)

interface Asked {
  id: number
  digest: string
  expiresAt: Date
  /** The page of the dashboard. */
  address: string
  plan: { would_affect: readonly unknown[]; count: number }
}

/** Of the targets; GET /approvals/{approval_id} has all. */
const maxListed = 20

export function approvalRequired(operation: string, { id, digest, expiresAt, address, plan }: Asked): ServiceError {
  const expires_at = expiresAt.toISOString()
  return new ServiceError(
    'svc_approval_required',
    'forbidden',
    `${operation} needs the approval of a person. Ask for it: ${address}. When GET /approvals/${id} says approved, send this call again without a change, before ${expires_at}.`,
    {
      approval_id: id,
      digest,
      expires_at,
      address,
      plan: { ...plan, would_affect: plan.would_affect.slice(0, maxListed) },
    },
  )
}

export const tooManyApprovals = (max: number) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `${max} calls of this key wait for approval already. Wait until a person has decided about them, or for 10 minutes.`,
  )

export const tooManyApprovalRequests = (max: number) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `This key has asked for ${max} approvals in the last 10 minutes. Wait, and do not send refused calls again.`,
  )

export const planTooLarge = () =>
  new ServiceError(
    'svc_plan_too_large',
    'too-large',
    'This call has more targets than a person can be shown at once. Send it for fewer targets.',
  )
