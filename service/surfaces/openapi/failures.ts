import type { ErrorKind } from '../../operation/errors.ts'
import type { Operation } from '../../operation/operation.ts'
import { statusOfKind } from '../http/status-of-kind.ts'

interface Failure {
  /** Name of the response in the document. */
  name: string
  codes: string[]
  when: string
}

/** Errors that a caller can expect; all others are the `default` response of the document. */
export const failures = {
  invalid: {
    name: 'InvalidInput',
    codes: ['svc_invalid_input'],
    when: 'The input is refused; data.params names each field and says what would be accepted.',
  },
  unauthorized: {
    name: 'Unauthorized',
    codes: ['svc_unauthorized'],
    when: 'No credentials, or credentials that do not count.',
  },
  forbidden: {
    name: 'Forbidden',
    codes: ['svc_permission_denied'],
    when: 'The caller is known and may not do this; the message says what is missing.',
  },
  missing: {
    name: 'NotFound',
    codes: ['svc_*_not_found'],
    when: 'What the call names does not exist, or not for this caller.',
  },
  conflict: {
    name: 'Conflict',
    codes: ['svc_already_exists'],
    when: 'It does not fit the present state; the message says what to do first.',
  },
  precondition: {
    name: 'PreconditionFailed',
    codes: ['svc_precondition_failed'],
    when: 'It was changed since it was read: read it again, and send the change with its new ETag.',
  },
  'too-large': {
    name: 'TooLarge',
    codes: ['svc_request_too_large'],
    when: 'The request is too large; send less at once.',
  },
  'unsupported-media': {
    name: 'UnsupportedMediaType',
    codes: ['svc_unsupported_media_type'],
    when: 'The body is neither JSON nor a form.',
  },
  'rate-limited': {
    name: 'RateLimited',
    codes: ['svc_rate_limited'],
    when: 'Too many calls or failed attempts; Retry-After says how many seconds to wait.',
  },
  'module-off': {
    name: 'ModuleOff',
    codes: ['svc_module_not_available'],
    when: 'The module this belongs to is switched off.',
  },
} as const satisfies Partial<Record<ErrorKind, Failure>>

export type Foreseen = keyof typeof failures

export const unforeseen = {
  name: 'Failed',
  when: 'Something else went wrong: 500 on our side, 502 a site answered with an error, 503 something could not be reached.',
}

export interface CallShape {
  takesBody: boolean
  /** The address or a required field refers to something that may not exist. */
  namesAThing: boolean
  /** If-Match is understood. */
  isConditional?: boolean
  /** The answer has an ETag. */
  isVersioned?: boolean
}

export function foreseenFailures(
  operation: Operation,
  { takesBody, namesAThing, isConditional }: CallShape,
): Foreseen[] {
  const foreseen: Foreseen[] = ['invalid', 'unauthorized']
  if (operation.permission !== 'public') foreseen.push('forbidden')
  if (namesAThing) foreseen.push('missing')
  if (operation.effect !== 'read') foreseen.push('conflict')
  if (isConditional) foreseen.push('precondition')
  if (takesBody) foreseen.push('too-large', 'unsupported-media')
  foreseen.push('rate-limited')
  if (operation.requires) foreseen.push('module-off')
  return foreseen
}

export const statusOf = (kind: Foreseen): number => statusOfKind[kind]

/** The codes of an error of this operation. */
export function errorCodesOf(operation: Operation, kind: Foreseen): string[] {
  const asksForConfirm = kind === 'invalid' && operation.effect === 'destroy'
  return [...failures[kind].codes, ...(asksForConfirm ? ['svc_confirmation_required'] : [])]
}
