import { ServiceError } from './errors.ts'

/** The service has no free capacity. */
export const overloaded = (retryAfterSeconds = 5, details: Record<string, unknown> = {}) =>
  new ServiceError(
    'svc_overloaded',
    'unavailable',
    `The service is overloaded and did not run this request. Send it again in ${retryAfterSeconds} seconds.`,
    { retryable: true, retry_after: retryAfterSeconds, ...details },
  )

/** `puzzle`: solved in the header X-Sign-In-Puzzle, the sign-in is tried although the service is overloaded. */
export const overloadedSignIn = (puzzle: string) => overloaded(5, { wait_seconds: 5, puzzle })

/** This caller reached its limit; others are served. */
export const tooMuchAtOnce = (what: string, retryAfterSeconds = 5) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `Too many ${what} of this caller are running. Wait for one to end, or send this again in ${retryAfterSeconds} seconds.`,
    { retryable: true, retry_after: retryAfterSeconds },
  )
