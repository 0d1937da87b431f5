import type { CookieJar } from './cookie-jar.ts'

/** Milliseconds. None of them includes the time in the queue. */
export interface Deadlines {
  /** Until the name is resolved. */
  dns: number
  /** Until the connection is established, encryption included. */
  connect: number
  /** From sending the request to the last header of the answer. */
  headers: number
  /** Longest pause within the body. */
  idle: number
  /** From the start of connecting to the last byte, all redirects together. */
  total: number
}

/** Limits of one answer. */
export interface Caps {
  /** Bytes of the body as received. */
  maxBytes: number
  /** Bytes of the body after decompression. */
  maxDecodedBytes: number
}

/** Limits of the whole client. */
export interface OutboundLimits extends Caps {
  /** The maximum decompression ratio once the result exceeds 1 MiB. */
  maxRatio: number
  maxHeaderBytes: number
  maxHeaderCount: number
  /** Idle connections of all hosts; the least recently used is closed first. */
  maxIdleConnections: number
  /** How long a connection stays idle if the server sends no time of its own. */
  keepAliveMs: number
  /** Cached TLS sessions, so that a new connection to a known host costs less. */
  maxTlsSessions: number
  /** How long a resolved and checked name is cached. */
  dnsCacheMs: number
}

/**
 * - `manual`: a redirect is an answer like any other; `redirect` has its target.
 * - `refuse`: a redirect is an error.
 * - `same-site-once`: the same method and body once more, credentials included, but only to the same site
 *   (with or without `www.`, http to https, never back); `url` is then the corrected address. A second one is an error.
 * - `same-address-once`: the same, but only from http to https on the same host and path, or with another query.
 * - `follow`: GET and HEAD only, up to that many. Beyond the first origin without credentials, cookies and own headers.
 */
export type RedirectPolicy =
  | 'manual'
  | 'refuse'
  | 'same-site-once'
  | 'same-address-once'
  | { follow: number; within: 'same-origin' | 'same-site' | 'anywhere' }

export interface OutboundRequest {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** Host, Content-Length, Connection, Accept-Encoding and Cookie are set here and may not be given. */
  headers?: Record<string, string>
  body?: string | Buffer
  /** Default: certificates are checked. */
  tls?: { verify: boolean }
  basicAuth?: { username: string; password: string }
  cookies?: CookieJar
  deadlines?: Partial<Deadlines>
  maxBytes?: number
  maxDecodedBytes?: number
  /**
   * Receives the decompressed body of an answer with status 200 part by part, for bodies that do not fit into memory; `body` is empty
   * then. Must not throw. The parts of an answer that fails later stay received.
   */
  receive?: ((part: Buffer) => void) | undefined
  /** Default: `manual`. */
  redirects?: RedirectPolicy
  signal?: AbortSignal
  /** `skip` bypasses the queue (an uptime probe must not wait); else the longest pause of this host to wait for. */
  rateLimit?: 'skip' | { maxWaitMs: number }
}

/** Milliseconds of each phase of the last hop; 0 for phases that a reused connection or cached name skipped. */
export interface Timings {
  /** Waiting in the queue; not part of the total. */
  queuedMs: number
  dnsMs: number
  connectMs: number
  tlsMs: number
  /** From sending the request to the first byte of the answer. */
  firstByteMs: number
  totalMs: number
}

export interface RedirectStep {
  status: number
  from: string
  to: string
}

/** Names in lower case; a repeated header is a list. */
export type IncomingHeaders = Record<string, string | string[] | undefined>

export interface OutboundResponse {
  status: number
  headers: IncomingHeaders
  /** Decompressed. */
  body: Buffer
  /** The address that answered, after redirects. */
  url: string
  /** The IP address that answered. */
  address: string
  timings: Timings
  /** The redirects that were followed, in order. */
  redirects: RedirectStep[]
  /** The target of this answer's redirect (policy `manual`); undefined if there is none or it cannot be parsed. */
  redirect: { to: string; sameSite: boolean; permanent: boolean } | undefined
}
