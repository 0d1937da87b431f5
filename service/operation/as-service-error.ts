import { BrowserError } from '../platform/browser/browser-error.ts'
import { ConnectorError, type ConnectorErrorKind } from '../platform/connector/errors.ts'
import { findDatabaseFailure } from '../platform/database/database-failure.ts'
import { messageOf } from '../platform/error-facts.ts'
import { LeaseLostError } from '../platform/leases.ts'
import { type ErrorCode, type ErrorKind, ServiceError } from './errors.ts'

const kindOf: Record<ConnectorErrorKind, ErrorKind> = {
  'not-sent': 'invalid',
  unreachable: 'unavailable',
  refused: 'child-error',
  'child-error': 'child-error',
  unknown: 'child-error',
  cancelled: 'unavailable',
}

const browserCodes = {
  missing: 'svc_browser_missing',
  unfit: 'svc_browser_missing',
  failed: 'svc_browser_failed',
  timeout: 'svc_browser_failed',
} as const

/** Converts a failure of the platform (a site, the browser, the database) to a service error with code, message and cause. */
export function asServiceError(error: ConnectorError): ServiceError
export function asServiceError(error: unknown): unknown
export function asServiceError(error: unknown): unknown {
  if (error instanceof BrowserError) return new ServiceError(browserCodes[error.kind], 'unavailable', error.message)
  if (error instanceof LeaseLostError)
    return new ServiceError('svc_cancelled', 'unavailable', error.message, { retryable: true })
  if (!(error instanceof ConnectorError)) return storageFailure(error) ?? error
  const { code, kind, message, childCode, reason, retryable, retryAfterMs } = error
  const failure = new ServiceError(code, kindOf[kind], message, {
    retryable,
    ...(childCode !== undefined && { child_code: childCode }),
    ...(reason !== undefined && { reason }),
    ...(retryAfterMs !== undefined && { retry_after: Math.ceil(retryAfterMs / 1000) }),
  })
  failure.cause = error
  return failure
}

/** The same for a change that did not start or was rolled back. */
export const asErrorBeforeChange = (error: unknown): unknown => storageFailure(error, true) ?? asServiceError(error)

/** The same for a change that may have been made before the database failed. */
export function asErrorDuringChange(error: unknown): unknown {
  if (findDatabaseFailure(error) === null) return asServiceError(error)
  return databaseError(
    'svc_change_unconfirmed',
    'The database failed while this was running, so it is not known whether all of it was done, a part of it or nothing. Check what it should have changed, or the audit trail, before you repeat it.',
    { retryable: false, cause: error },
  )
}

/** `nothingChanged`: the call can be repeated. */
function storageFailure(error: unknown, nothingChanged = false): ServiceError | null {
  const failure = findDatabaseFailure(error)
  if (failure === null) return null
  const unchanged = nothingChanged ? ', so nothing was changed' : ''
  if (failure === 'slow') {
    const message = `The database took too long${unchanged}. Try again in a minute.`
    return databaseError('svc_database_unavailable', message, { retryable: true, cause: error })
  }
  return failure === 'full'
    ? databaseError(
        'svc_storage_full',
        'The disk under the database is full, so nothing can be saved. Free some space and try again; what was saved before is safe.',
        { retryable: true, cause: error },
      )
    : databaseError(
        'svc_database_unavailable',
        `The database cannot be reached at the moment${unchanged}. Try again in a few seconds.`,
        { retryable: true, cause: error },
      )
}

/** The cause stays for workers, which check and retry. */
function databaseError(code: ErrorCode, message: string, { retryable, cause }: { retryable: boolean; cause: unknown }) {
  const error = new ServiceError(code, 'unavailable', message, { retryable, reason: messageOf(cause).slice(0, 200) })
  error.cause = cause
  return error
}
