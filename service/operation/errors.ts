import { hideCredentialsIn } from './hide-credentials.ts'
import { shorten } from './shorten.ts'

/** The few ways in which a call can fail; each surface maps a kind to its own answer (see surfaces/http/status-of-kind.ts). */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  | 'wrong-method'
  | 'timeout'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media'
  | 'rate-limited'
  | 'module-off'
  | 'child-error'
  | 'unavailable'
  | 'internal'

export type ErrorCode = `svc_${string}`

/** A failure the caller can understand: a stable code, a sentence that says what to do, and facts for programs. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, kind: ErrorKind, message: string, details: Record<string, unknown> = {}) {
    // Messages quote what was sent: an answer must not become much larger than the request.
    super(shorten(message, longestMessage))
    this.name = 'ServiceError'
    this.code = code
    this.kind = kind
    this.details = hideCredentialsIn(details) as Record<string, unknown>
  }
}

export const mostProblems = 20
const longestMessage = 10_000
const longestReason = 2_000

/** `params` names each refused field and says what would be accepted: the first of them and how many more there are. */
export function invalidInput(params: Record<string, string>, most = mostProblems): ServiceError {
  const all = Object.entries(params)
  const shown = all.slice(0, most).map(([field, reason]) => [shorten(field), shorten(reason, longestReason)] as const)
  const sentences = shown.map(([field, reason]) => (field === '' ? reason : `${field} ${reason}`))
  if (all.length > most) sentences.push(`and ${(all.length - most).toLocaleString('en')} more`)
  return new ServiceError('svc_invalid_input', 'invalid', `Invalid input: ${sentences.join('; ')}.`, {
    params: Object.fromEntries(shown),
  })
}

export const confirmationRequired = (operation: string) =>
  new ServiceError(
    'svc_confirmation_required',
    'invalid',
    `${operation} cannot be undone. Send confirm: true to go on, or dry_run: true to see what it would do.`,
  )

export const permissionDenied = (reason: string) => new ServiceError('svc_permission_denied', 'forbidden', reason)

export const moduleNotAvailable = (module: string) =>
  new ServiceError(
    'svc_module_not_available',
    'module-off',
    `The ${module} module is switched off. An administrator can switch it on with PUT /modules/${module} {"active": true}.`,
    { module },
  )
