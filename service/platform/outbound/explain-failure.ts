import { errors } from 'undici'
import { type OutboundCode, OutboundError } from './errors.ts'

const certificateSentences: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired; renew it',
  CERT_NOT_YET_VALID: 'is not valid yet; check the clock of the server that made it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed; install one from a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an unknown authority; install one from a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an unknown authority, or its intermediate certificate is missing',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is sent without its intermediate certificate; install the full chain',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name; install one that names this host',
}

/** A failure while connecting: no byte of a request was sent. */
export function explainConnectFailure(error: NodeJS.ErrnoException, host: string, encrypting: boolean): OutboundError {
  const detail = errorCode(error)
  if (!encrypting) return new OutboundError('connect_failed', { host, detail, mayHaveArrived: false })
  if (detail === undefined || /^(E[A-Z]+$|ERR_SSL_|ERR_TLS_(?!CERT))/.test(detail)) {
    return new OutboundError('tls_failed', { host, detail, mayHaveArrived: false })
  }
  const known = certificateSentences[detail]
  const sentence = known && `The certificate of ${host} ${known}, or switch its check off for this site.`
  return new OutboundError('tls_invalid', { host, detail, mayHaveArrived: false, ...(sentence ? { sentence } : {}) })
}

/** A failure that the HTTP layer reports after the connection was established. */
export function codeOfExchangeFailure(error: Error): OutboundCode {
  if (error instanceof errors.HeadersOverflowError) return 'headers_too_large'
  // The parser also fails when the connection ends between two chunks.
  if (error instanceof errors.HTTPParserError) return /EOF/.test(error.message) ? 'connection_lost' : 'protocol_error'
  // undici reports "bad response" and "bad upgrade" for unexpected answers.
  return error instanceof errors.SocketError && error.message.startsWith('bad ') ? 'protocol_error' : 'connection_lost'
}

/** The error's code if it is safe to repeat: a short word in capitals. */
export function errorCode(error: NodeJS.ErrnoException): string | undefined {
  return typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(error.code) ? error.code : undefined
}
