import type { RetryPolicy } from '../../platform/work/retry-policy.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** The delay before each attempt. */
export const attemptDelays = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour] as const

export const deliveryRetries: RetryPolicy = { delaysMs: attemptDelays.slice(1), maxRequestedMs: 10 * hour }

/** The delay that a receiver asks for in seconds; a date is ignored. */
export const requestedDelayMs = (retryAfter?: string | string[]): number | undefined =>
  typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * second : undefined

/** An endpoint that has failed for this long is switched off. */
export const switchOffAfterMs = 5 * 24 * hour
