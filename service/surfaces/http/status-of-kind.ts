import type { ErrorKind } from '../../operation/errors.ts'

/** The one table from what went wrong to what HTTP calls it. */
export const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  'wrong-method': 405,
  timeout: 408,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  'rate-limited': 429,
  internal: 500,
  'module-off': 501,
  'child-error': 502,
  unavailable: 503,
}
