import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { type ListedApproval, storedStates } from './approval-store.ts'

export const approvalId = z.int().min(1)

/** `expired`: it was not decided or not used in time. `outdated`: the call would do something else now. */
const approvalStates = [...storedStates, 'expired'] as const
type ApprovalState = (typeof approvalStates)[number]

export const stateOf = (
  { state, expires_at }: Pick<ListedApproval, 'state' | 'expires_at'>,
  now: Date,
): ApprovalState => ((state === 'pending' || state === 'approved') && expires_at <= now ? 'expired' : state)

export const Approval = z.object({
  id: z.int(),
  operation: z.string(),
  state: z.enum(approvalStates),
  key_id: z.int().nullable(),
  by: z.string().describe('The key that asked.'),
  count: z.int().describe('Targets that the call would affect.'),
  requested_at: timestamp,
  expires_at: timestamp,
  decided_at: timestamp.nullable(),
  decided_by: z.string().nullable(),
  used_at: timestamp.nullable(),
})

export function toApproval(row: ListedApproval, now: Date): z.input<typeof Approval> {
  const { id, operation, key_id, decided_by } = row
  return {
    ...{ id, operation, key_id, decided_by },
    state: stateOf(row, now),
    by: row.requested_by,
    count: row.targets,
    requested_at: isoTime(row.requested_at),
    expires_at: isoTime(row.expires_at),
    decided_at: isoTime(row.decided_at),
    used_at: isoTime(row.used_at),
  }
}

/** The page of the dashboard; without PUBLIC_URL only its path. */
export const addressOfApproval = ({ publicUrl }: Pick<Context, 'publicUrl'>, id: number): string =>
  `${publicUrl ?? ''}/approvals/${id}`
