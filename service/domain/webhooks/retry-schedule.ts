const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** The delay before each attempt. */
export const attemptDelays = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour] as const

/** A receiver may ask for a longer delay, up to this one. */
const maxRequestedDelay = 10 * hour

/** The time of the next attempt after so many failed ones; null: it was the last. */
export function nextAttemptAt(attempts: number, now: Date, retryAfter?: string | string[]): Date | null {
  const delay = attemptDelays[attempts]
  if (delay === undefined) return null
  const requested = typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * second : 0
  return new Date(now.getTime() + Math.max(delay, Math.min(requested, maxRequestedDelay)))
}

/** An endpoint that has failed for this long is switched off. */
export const switchOffAfterMs = 5 * 24 * hour
