/** What a monitor says of its site. A monitor that is switched off or whose site is suspended shows `paused` instead. */
export const checkedStatuses = ['first', 'up', 'pending', 'down'] as const
export type CheckedStatus = (typeof checkedStatuses)[number]

export interface Judgement {
  status: CheckedStatus
  /** Failed checks in a row. */
  failures: number
  /** When the first of them was. */
  failingSince: Date | null
}

export interface Verdict extends Judgement {
  /** An incident begins or ends with this check. */
  turn: 'down' | 'up' | null
}

interface Check {
  ok: boolean
  at: Date
}

/** A failure counts as the first one when the one before it is older than this: nobody looked in between. */
const forgetAfterMs = (intervalMs: number) => 2 * intervalMs + 120_000

/** One failed check may be chance: the site is `pending` until it failed `maxRetries` times more, and only then down. */
export function judge(
  before: Judgement & { checkedAt: Date | null },
  { ok, at }: Check,
  { maxRetries, intervalMs }: { maxRetries: number; intervalMs: number },
): Verdict {
  if (ok) return { status: 'up', failures: 0, failingSince: null, turn: before.status === 'down' ? 'up' : null }
  const gap = before.checkedAt === null ? 0 : at.getTime() - before.checkedAt.getTime()
  const stale = before.status !== 'down' && gap > forgetAfterMs(intervalMs)
  const failures = (stale ? 0 : before.failures) + 1
  const known = stale || before.failingSince === null ? at : before.failingSince
  // The clock may have been set back meanwhile.
  const failingSince = known > at ? at : known
  if (before.status === 'down') return { status: 'down', failures, failingSince, turn: null }
  if (failures > maxRetries) return { status: 'down', failures, failingSince, turn: 'down' }
  return { status: 'pending', failures, failingSince, turn: null }
}
