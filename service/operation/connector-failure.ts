import { BrowserError } from '../platform/browser/browser-error.ts'
import { ConnectorError, type ConnectorErrorKind } from '../platform/connector/errors.ts'
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

/** A site that failed is an answer to the caller like any other: its code, its sentence, its cause. */
export function asServiceError(error: unknown): unknown {
  if (error instanceof BrowserError) return new ServiceError(browserCodes[error.kind], 'unavailable', error.message)
  if (!(error instanceof ConnectorError)) return error
  const { code, kind, message, childCode, reason, retryable } = error
  return new ServiceError(code, kindOf[kind], message, {
    retryable,
    ...(childCode !== undefined && { child_code: childCode }),
    ...(reason !== undefined && { reason }),
  })
}
