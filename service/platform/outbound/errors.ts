import { typedKeys } from '../typed-keys.ts'

/** Why an outbound call has no answer. The sentence for each says what to do. */
export type OutboundCode = keyof typeof sentences

const sentences = {
  url_invalid: () => 'The address is not a web address that can be called.',
  port_refused: (host: string) =>
    `The port in the address of ${host} is not one that web sites use; use 80, 443 or another web port.`,
  // The same text for every kind of refused address, so that answers cannot be used to map a private network.
  address_refused: (host: string) =>
    `${host} does not lead to a public address; if it is yours, add its network to ALLOW_NETWORKS.`,
  dns_failed: (host: string) => `The name ${host} cannot be resolved; check its spelling and its DNS records.`,
  dns_timeout: (host: string) => `The name servers did not answer in time for ${host}; try again later.`,
  host_paused: (host: string) => `${host} is overloaded, so it gets no calls for a while; try again later.`,
  connect_failed: (host: string) => `No connection to ${host} could be made; check that its web server is running.`,
  connect_timeout: (host: string) => `${host} did not accept a connection in time; check its firewall and web server.`,
  tls_invalid: (host: string) =>
    `The certificate of ${host} cannot be trusted; renew or correct it, or switch its check off for this site.`,
  tls_failed: (host: string) =>
    `No encrypted connection to ${host} could be established; check that it supports TLS 1.2 or newer on this port.`,
  headers_timeout: (host: string) => `${host} accepted the request but did not start to answer in time.`,
  idle_timeout: (host: string) => `${host} stopped in the middle of its answer.`,
  total_timeout: (host: string) => `${host} did not finish its answer in time.`,
  headers_too_large: (host: string) => `${host} sent more headers than are accepted.`,
  body_too_large: (host: string) => `The answer of ${host} is larger than is accepted.`,
  decoded_too_large: (host: string) => `The answer of ${host} unpacks to more than is accepted.`,
  bad_encoding: (host: string) => `The compressed answer of ${host} is damaged; check its compression settings.`,
  redirect_refused: (host: string) =>
    `${host} redirects to an address that must not be followed; correct the address or the redirect.`,
  too_many_redirects: (host: string) => `${host} redirects too many times; correct the address.`,
  protocol_error: (host: string) => `${host} does not answer in correct HTTP; check what runs on this port.`,
  connection_lost: (host: string) => `${host} closed the connection before its answer was complete.`,
  aborted: (host: string) => `The call to ${host} was cancelled.`,
}

export const outboundCodes: readonly OutboundCode[] = typedKeys(sentences)

export interface OutboundErrorFacts {
  host: string
  /** False only if certainly no byte of the request was sent: only then may a changing call be repeated. */
  mayHaveArrived: boolean
  /** A machine-readable cause, such as ECONNREFUSED or CERT_HAS_EXPIRED; never text of the peer. */
  detail?: string
  /** Replaces the default sentence. */
  sentence?: string
  retryAfterMs?: number
}

/** Has no cause on purpose: causes contain sockets, headers and parts of bodies. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundCode
  readonly host: string
  readonly mayHaveArrived: boolean
  readonly detail: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: OutboundCode, facts: OutboundErrorFacts) {
    super(facts.sentence ?? sentences[code](facts.host))
    this.code = code
    this.host = facts.host
    this.mayHaveArrived = facts.mayHaveArrived
    this.detail = facts.detail
    this.retryAfterMs = facts.retryAfterMs
  }

  /** The same failure after an earlier hop: something was sent before. */
  afterSending(): OutboundError {
    if (this.mayHaveArrived) return this
    const { host, detail, retryAfterMs, message } = this
    return new OutboundError(this.code, { host, detail, retryAfterMs, sentence: message, mayHaveArrived: true })
  }
}
