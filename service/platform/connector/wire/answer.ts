import { isWordPressMaintenance } from '../../outbound/wordpress-maintenance.ts'
import { type CallEffect, ConnectorError } from '../errors.ts'
import type { JsonBounds } from './json-guard.ts'
import { findPayload } from './marker.ts'

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** The payload of an answer; any other answer becomes an error that describes it. */
export function payloadOf(answer: RawAnswer, bounds: JsonBounds): unknown {
  const found = findPayload(answer.body, bounds)
  if (found.state === 'read') return found.payload
  if (found.state === 'broken') {
    const sentence = `The answer of the site cannot be read: ${found.why}.`
    throw new ConnectorError('svc_unreadable_answer', sentence, { effect: 'possible', reason: 'unreadable' })
  }
  throw withoutMarker(answer)
}

function withoutMarker(answer: RawAnswer): ConnectorError {
  const { status, headers, body } = answer
  const start = body.toString('latin1', 0, 4096)
  const reason = `http_${status}`
  const failure = (
    code: ConstructorParameters<typeof ConnectorError>[0],
    sentence: string,
    effect: CallEffect = 'none',
  ) => new ConnectorError(code, sentence, { effect, reason })
  if (isChallenge(headers, start)) {
    return failure(
      'svc_firewall',
      'A firewall in front of the site requires a check for humans; allow the address of this server there.',
    )
  }
  if (status === 503) {
    return isWordPressMaintenance(answer)
      ? failure('svc_maintenance', 'The site is in maintenance.')
      : failure('svc_site_busy', 'The site is overloaded (503); try again later.', 'may-still-run')
  }
  if (status === 429) return failure('svc_site_busy', 'The site limits requests (429); try again later.')
  if (start.trim() === '0') return failure('svc_child_not_found', notActive)
  if (status === 401) {
    return failure(
      'svc_http_auth_required',
      'The web server asks for a user name and password (401); enter them for this site.',
    )
  }
  if (status === 404 || status === 410) {
    return failure(
      'svc_wrong_address',
      `There is no WordPress at this address (${status}); check the address of the site.`,
    )
  }
  if (status === 403 || status === 405 || status === 406) {
    return failure(
      'svc_firewall',
      `A firewall or the web server blocks Flotilla (${status}); allow the address of this server there.`,
    )
  }
  if (status === 500) {
    return failure('svc_site_error', 'The site stopped with a PHP error (500); see its error log.', 'possible')
  }
  if (status > 500)
    return failure('svc_site_offline', `The server of the site has a problem (${status}).`, 'may-still-run')
  if (status >= 400) return failure('svc_site_error', `The web server of the site refused the call (${status}).`)
  if (status >= 300) return failure('svc_redirected', 'The site redirects without a target; check its address.')
  if (start.trim() === '')
    return failure('svc_site_error', 'The answer of the site is empty; see its error log.', 'possible')
  return failure('svc_child_not_found', notActive, 'possible')
}

const notActive =
  'The connector plugin (MainWP Child) did not answer; check that it is installed and active and that the address leads to WordPress.'

function isChallenge(headers: RawAnswer['headers'], start: string): boolean {
  if (headers['cf-mitigated'] === 'challenge') return true
  return /<title>\s*(just a moment|attention required|access denied|are you (a )?(human|robot)|security check)/i.test(
    start,
  )
}
