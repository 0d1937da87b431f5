import type { ErrorKind } from '../../operation/errors.ts'

/** Maps each error kind to its HTTP status. */
export const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  'wrong-method': 405,
  timeout: 408,
  conflict: 409,
  gone: 410,
  precondition: 412,
  'too-large': 413,
  'unsupported-media': 415,
  'rate-limited': 429,
  internal: 500,
  'module-off': 501,
  'child-error': 502,
  unavailable: 503,
}
