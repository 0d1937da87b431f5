import { maxSilenceMs } from './uptime.ts'

/** The stored status. A monitor that is off or whose site is suspended shows `paused` instead. */
export const checkedStatuses = ['first', 'up', 'pending', 'down'] as const
export type CheckedStatus = (typeof checkedStatuses)[number]

export interface FailureState {
  status: CheckedStatus
  /** Failed checks in a row. */
  failures: number
  /** Time of the first of them. */
  failingSince: Date | null
}

export interface StatusDecision extends FailureState {
  /** An incident begins or ends with this check. */
  stateChange: 'down' | 'up' | null
}

interface Check {
  ok: boolean
  at: Date
}

/**
 * One failed check may be a glitch: the site stays `pending` until `maxRetries` more checks fail, and is then down. A site
 * that was never reached stays `first`: its address may be wrong or not in use yet.
 */
export function decideStatus(
  before: FailureState & { checkedAt: Date | null; wasReached: boolean },
  { ok, at }: Check,
  { maxRetries, intervalMs }: { maxRetries: number; intervalMs: number },
): StatusDecision {
  if (ok) return { status: 'up', failures: 0, failingSince: null, stateChange: before.status === 'down' ? 'up' : null }
  if (!before.wasReached)
    return { status: 'first', failures: before.failures + 1, failingSince: null, stateChange: null }
  const gap = before.checkedAt === null ? 0 : at.getTime() - before.checkedAt.getTime()
  // After a gap without checks, a failure counts as the first one again.
  const stale = before.status !== 'down' && gap > maxSilenceMs(intervalMs)
  const failures = (stale ? 0 : before.failures) + 1
  const known = stale || before.failingSince === null ? at : before.failingSince
  // The clock may have been set back.
  const failingSince = known > at ? at : known
  if (before.status === 'down') return { status: 'down', failures, failingSince, stateChange: null }
  if (failures > maxRetries) return { status: 'down', failures, failingSince, stateChange: 'down' }
  return { status: 'pending', failures, failingSince, stateChange: null }
}
