import { z } from 'zod'
import { hideCredentialsInFields } from './hide-credentials.ts'
import { shorten } from './shorten.ts'

/** Each surface maps a kind to its own answer (see surfaces/http/status-of-kind.ts). */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  | 'wrong-method'
  | 'timeout'
  | 'conflict'
  | 'gone'
  | 'precondition'
  | 'too-large'
  | 'unsupported-media'
  | 'rate-limited'
  | 'module-off'
  | 'child-error'
  | 'unavailable'
  | 'internal'

export type ErrorCode = `svc_${string}`

/** An error for the caller: a stable code, a message that says what to do, and details for programs. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, kind: ErrorKind, message: string, details: Record<string, unknown> = {}) {
    // Messages quote the input: an answer must not be much larger than the request.
    super(shorten(message, maxMessageLength))
    this.name = 'ServiceError'
    this.code = code
    this.kind = kind
    this.details = hideCredentialsInFields(details)
  }
}

export const maxProblems = 20
const maxMessageLength = 10_000
const maxReasonLength = 2_000

/** `params` maps each refused field to what is accepted; only the first are listed, the others counted. */
export function invalidInput(params: Record<string, string>, max = maxProblems): ServiceError {
  const all = Object.entries(params)
  const shown = all.slice(0, max).map(([field, reason]) => [shorten(field), shorten(reason, maxReasonLength)] as const)
  // A reason may be a sentence of its own.
  const sentences = shown.map(([field, reason]) => `${describePath(field)} ${reason}`.trim().replace(/\.$/, ''))
  if (all.length > max) sentences.push(`and ${(all.length - max).toLocaleString('en')} more`)
  return new ServiceError('svc_invalid_input', 'invalid', `Invalid input: ${sentences.join('; ')}.`, {
    params: Object.fromEntries(shown),
  })
}

/** `tags[0]` → “entry 1 of tags”, `rows[2].url` → “url in entry 3 of rows”. The params have the path itself. */
function describePath(path: string): string {
  if (!/\[\d+\]/.test(path)) return path
  return path
    .split('.')
    .map((part) =>
      part
        .split(/[[\]]+/)
        .filter((piece) => piece !== '')
        .reduce((name, index) => `entry ${Number(index) + 1} of ${name}`),
    )
    .toReversed()
    .join(' in ')
}

const Params = z.record(z.string(), z.string())

/** The refused fields of an error from invalidInput, with what is accepted. */
export function refusedFields(error: unknown): Record<string, string> | undefined {
  return error instanceof ServiceError ? Params.safeParse(error.details.params).data : undefined
}

const knownFields = 'known fields: '

/** The same error of invalidInput with other names of fields, in their reasons too. */
export function renameRefusedFields(error: ServiceError, rename: (name: string) => string): ServiceError {
  const params = Object.entries(refusedFields(error) ?? {})
  const renameField = (field: string) => field.replace(/^\w+/, rename)
  const renameKnown = (reason: string) => {
    const [problem = '', known] = reason.split(knownFields)
    return known === undefined ? reason : problem + knownFields + known.split(', ').map(rename).join(', ')
  }
  const renamed = params.map(([field, reason]) => [renameField(field), renameKnown(reason)] as const)
  if (renamed.every(([field, reason], index) => field === params[index]?.[0] && reason === params[index]?.[1]))
    return error
  const other = invalidInput(Object.fromEntries(renamed))
  const more = /; and [\d,]+ more\.$/.exec(error.message)?.[0]
  return more === undefined
    ? other
    : new ServiceError(other.code, other.kind, other.message.slice(0, -1) + more, other.details)
}

export const confirmationRequired = (operation: string) =>
  new ServiceError(
    'svc_confirmation_required',
    'invalid',
    `${operation} cannot be undone. Send confirm: true to continue, or dry_run: true to see what it would do.`,
  )

export const permissionDenied = (reason: string) => new ServiceError('svc_permission_denied', 'forbidden', reason)

export const factorSetupRequired = () =>
  new ServiceError(
    'svc_factor_setup_required',
    'forbidden',
    'Your account needs a second factor. Set one up first: POST /access/me/totp.',
  )

export const identityConfirmationRequired = (operation: string) =>
  new ServiceError(
    'svc_identity_confirmation_required',
    'forbidden',
    `${operation} needs your second factor of the last 10 minutes, or your password if you have none. Send it to POST /access/sessions/current/confirm, then send this call again.`,
  )

export const factorConfirmationRequired = () =>
  new ServiceError(
    'svc_identity_confirmation_required',
    'forbidden',
    'This needs a second factor of the last 10 minutes, not the password. Send a code or a passkey to POST /access/sessions/current/confirm, then send this call again.',
    { needs: 'factor' },
  )

export const moduleNotAvailable = (module: string) =>
  new ServiceError(
    'svc_module_not_available',
    'module-off',
    `The ${module} module is switched off. An administrator can switch it on with PUT /modules/${module} {"active": true}.`,
    { module },
  )
