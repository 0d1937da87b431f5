import { ServiceError } from './errors.ts'

/** The service has no free capacity. */
export const overloaded = (retryAfterSeconds = 5) =>
  new ServiceError(
    'svc_overloaded',
    'unavailable',
    `The service is overloaded and did not run this request. Send it again in ${retryAfterSeconds} seconds.`,
    { retryable: true, retry_after: retryAfterSeconds },
  )

/** This caller reached its limit; others are served. */
export const tooMuchAtOnce = (what: string, retryAfterSeconds = 5) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `Too many ${what} of this caller are running. Wait for one to end, or send this again in ${retryAfterSeconds} seconds.`,
    { retryable: true, retry_after: retryAfterSeconds },
  )
