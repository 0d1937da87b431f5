/** When work that failed is tried again; declared by each user of it. */
export interface RetryPolicy {
  /** The delay before each further attempt. */
  delaysMs: readonly number[]
  /** Later attempts have the last delay; without it, the work is given up after the last one. */
  repeatsLast?: boolean
  /** Given up when it is older than this. */
  giveUpAfterMs?: number
  /** A receiver may ask for a longer delay, up to this one. */
  maxRequestedMs?: number
}

interface FailedAttempt {
  /** Including this one. */
  attempts: number
  now: Date
  createdAt?: Date
  requestedMs?: number | undefined
}

/** The time of the next attempt; null: it is given up. */
export function nextAttemptAt(
  policy: RetryPolicy,
  { attempts, now, createdAt, requestedMs = 0 }: FailedAttempt,
): Date | null {
  const { delaysMs, repeatsLast = false, giveUpAfterMs, maxRequestedMs = Number.POSITIVE_INFINITY } = policy
  const delay = delaysMs[attempts - 1] ?? (repeatsLast ? delaysMs.at(-1) : undefined)
  if (delay === undefined) return null
  if (giveUpAfterMs !== undefined && createdAt && now.getTime() - createdAt.getTime() > giveUpAfterMs) return null
  return new Date(now.getTime() + Math.max(delay, Math.min(requestedMs, maxRequestedMs)))
}
