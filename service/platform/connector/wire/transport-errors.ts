import { type OutboundCode, OutboundError } from '../../outbound/errors.ts'
import { type ConnectorCode, ConnectorError } from '../errors.ts'

const codes: Record<OutboundCode, ConnectorCode> = {
  url_invalid: 'svc_invalid_url',
  port_refused: 'svc_invalid_url',
  address_refused: 'svc_invalid_url',
  dns_failed: 'svc_connection_failed',
  dns_timeout: 'svc_connection_failed',
  connect_failed: 'svc_connection_failed',
  connect_timeout: 'svc_connection_failed',
  tls_invalid: 'svc_connection_failed',
  tls_failed: 'svc_connection_failed',
  host_paused: 'svc_site_busy',
  headers_timeout: 'svc_site_offline',
  idle_timeout: 'svc_site_offline',
  total_timeout: 'svc_site_offline',
  connection_lost: 'svc_site_offline',
  headers_too_large: 'svc_unreadable_answer',
  body_too_large: 'svc_unreadable_answer',
  decoded_too_large: 'svc_unreadable_answer',
  bad_encoding: 'svc_unreadable_answer',
  protocol_error: 'svc_unreadable_answer',
  redirect_refused: 'svc_redirected',
  too_many_redirects: 'svc_redirected',
  aborted: 'svc_cancelled',
}

/** Converts errors of the outbound client. A site that we stopped waiting for may still be working. */
export function fromTransport(error: unknown, label?: string): unknown {
  if (!(error instanceof OutboundError)) return error
  const { code, mayHaveArrived, retryAfterMs } = error
  const message =
    code === 'host_paused' && label !== undefined ? `“${label}” was not called: ${error.message}` : error.message
  const effect = mayHaveArrived
    ? code === 'redirect_refused' || code === 'too_many_redirects'
      ? 'possible'
      : 'may-still-run'
    : 'none'
  const permanent = code === 'tls_invalid' || code === 'tls_failed'
  return new ConnectorError(codes[code], message, {
    effect,
    reason: code,
    retryAfterMs,
    ...(permanent && { retryable: false }),
  })
}
