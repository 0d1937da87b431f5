import { BrowserError } from '../platform/browser/browser-error.ts'
import { ConnectorError, type ConnectorErrorKind } from '../platform/connector/errors.ts'
import { findDatabaseFailure } from '../platform/database/database-failure.ts'
import { messageOf } from '../platform/error-facts.ts'
import { LeaseLostError } from '../platform/leases.ts'
import { type ErrorKind, ServiceError } from './errors.ts'

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
export function asServiceError(error: unknown): unknown {
  if (error instanceof BrowserError) return new ServiceError(browserCodes[error.kind], 'unavailable', error.message)
  if (error instanceof LeaseLostError)
    return new ServiceError('svc_cancelled', 'unavailable', error.message, { retryable: true })
  if (!(error instanceof ConnectorError)) return storageFailure(error) ?? error
  const { code, kind, message, childCode, reason, retryable, retryAfterMs } = error
  return new ServiceError(code, kindOf[kind], message, {
    retryable,
    ...(childCode !== undefined && { child_code: childCode }),
    ...(reason !== undefined && { reason }),
    ...(retryAfterMs !== undefined && { retry_after: Math.ceil(retryAfterMs / 1000) }),
  })
}

/** The transaction was rolled back, so the call can be repeated. */
function storageFailure(error: unknown): ServiceError | null {
  const trouble = findDatabaseFailure(error)
  if (trouble === null) return null
  const facts = { retryable: true, reason: messageOf(error).slice(0, 200) }
  return trouble === 'full'
    ? new ServiceError(
        'svc_storage_full',
        'unavailable',
        'The disk under the database is full, so nothing can be saved. Free some space and try again; what was saved before is safe.',
        facts,
      )
    : new ServiceError(
        'svc_database_unavailable',
        'unavailable',
        'The database cannot be reached at the moment, so nothing was changed. Try again in a few seconds.',
        facts,
      )
}
