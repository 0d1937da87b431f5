/**
 * The class of a failed call. `not-sent`: we refused it ourselves. `unreachable`: no usable answer; the site's
 * state is not known to have changed. `refused`: the site answers, but refuses us. `child-error`: the connector
 * plugin or its host answered with a failure. `unknown`: a change was sent and its outcome is not known.
 */
export type ConnectorErrorKind = 'not-sent' | 'unreachable' | 'refused' | 'child-error' | 'unknown' | 'cancelled'

const kinds = {
  svc_invalid_url: 'not-sent',
  svc_plain_http_refused: 'not-sent',
  svc_invalid_slug: 'not-sent',
  svc_invalid_input: 'not-sent',
  svc_theme_not_found: 'not-sent',
  svc_connection_failed: 'unreachable',
  svc_site_offline: 'unreachable',
  svc_site_busy: 'unreachable',
  svc_maintenance: 'unreachable',
  svc_redirected: 'refused',
  svc_child_not_found: 'refused',
  svc_key_refused: 'refused',
  svc_answered_as_another_site: 'refused',
  svc_admin_unknown: 'refused',
  svc_algorithm_refused: 'refused',
  svc_registration_refused: 'refused',
  svc_already_connected: 'refused',
  svc_firewall: 'refused',
  svc_http_auth_required: 'refused',
  svc_wrong_address: 'refused',
  svc_child_outdated: 'child-error',
  svc_site_error: 'child-error',
  svc_unreadable_answer: 'child-error',
  svc_not_found_on_site: 'child-error',
  svc_outcome_unknown: 'unknown',
  svc_cancelled: 'cancelled',
} as const satisfies Record<`svc_${string}`, ConnectorErrorKind>

export type ConnectorCode = keyof typeof kinds

/** Whether this is the code of a call that was made and failed; others were refused before, or have no known outcome. */
export const isFailedCall = (code: string): boolean =>
  Object.entries(kinds).some(
    ([known, kind]) => known === code && (kind === 'unreachable' || kind === 'refused' || kind === 'child-error'),
  )

/**
 * What the failed call may have done on the site. `none`: nothing. `possible`: the call has ended, its effect is
 * not known. `may-still-run`: we stopped waiting, the site may continue for hours.
 */
export type CallEffect = 'none' | 'possible' | 'may-still-run'

export interface ConnectorErrorFacts {
  /** Default: `none`. */
  effect?: CallEffect
  /** The same call may succeed later without intervention. */
  retryable?: boolean
  /** The code of the connector plugin, such as REG_ERROR2; never text. */
  childCode?: string | undefined
  /** A machine-readable cause, such as total_timeout or http_502. */
  reason?: string | undefined
  retryAfterMs?: number | undefined
}

/** A failed call to a child site. The message says what to do; it never contains a secret or markup. */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError'
  readonly code: ConnectorCode
  readonly kind: ConnectorErrorKind
  readonly effect: CallEffect
  readonly retryable: boolean
  readonly childCode: string | undefined
  readonly reason: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ConnectorCode, message: string, facts: ConnectorErrorFacts = {}) {
    super(message)
    this.code = code
    this.kind = kinds[code]
    this.effect = facts.effect ?? 'none'
    this.retryable = facts.retryable ?? this.kind === 'unreachable'
    this.childCode = facts.childCode
    this.reason = facts.reason
    this.retryAfterMs = facts.retryAfterMs
  }

  /** Whether the site may have acted on the call: then it must be checked before a retry. */
  get mayHaveArrived(): boolean {
    return this.effect !== 'none'
  }
}

/** For changes that cannot be checked afterwards. */
export function outcomeUnknown(what: string, cause: ConnectorError): ConnectorError {
  const sentence = `It is unknown whether ${what}: ${cause.message} Check the site before you try again.`
  const { effect, reason, childCode } = cause
  return new ConnectorError('svc_outcome_unknown', sentence, { effect, reason, childCode, retryable: false })
}
