import type { CookieJar } from './cookie-jar.ts'

/** Milliseconds. None of them counts the time a call waits for its turn. */
export interface Deadlines {
  /** Until the name is resolved. */
  dns: number
  /** Until the connection stands, encryption included. */
  connect: number
  /** From sending the request to the last header of the answer. */
  headers: number
  /** Longest silence within the body. */
  idle: number
  /** From the start of connecting to the last byte, all redirects together. */
  total: number
}

/** What one answer may cost us at most. */
export interface Caps {
  /** Bytes of the body as they come over the wire. */
  maxBytes: number
  /** Bytes of the body after decompression. */
  maxDecodedBytes: number
}

/** What the whole client may cost us at most. */
export interface Limits extends Caps {
  /** Decompression may not multiply by more than this once the result exceeds 1 MiB. */
  maxRatio: number
  maxHeaderBytes: number
  maxHeaderCount: number
  /** Connections kept open for a next call, over all hosts; the longest unused is closed first. */
  maxIdleConnections: number
  /** How long a connection is kept for a next call when the server names no time of its own. */
  keepAliveMs: number
  /** TLS sessions remembered, so that a new connection to a known host costs less. */
  maxTlsSessions: number
  /** How long a resolved and checked name is used without asking again. */
  dnsCacheMs: number
}

/**
 * - `manual`: a redirect is an answer like any other; `redirect` says where it leads.
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
  | { follow: number; within: 'same-site' | 'anywhere' }

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
  /** Default: `manual`. */
  redirects?: RedirectPolicy
  signal?: AbortSignal
  /** `skip` goes past the queue (an uptime probe must not wait); else how long a pause of this host may be waited out. */
  turn?: 'skip' | { patienceMs: number }
}

/** Milliseconds spent in each phase of the last hop; 0 for phases that a reused connection or known name skipped. */
export interface Timings {
  /** Waiting for a turn; not part of the total. */
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

export interface OutboundResponse {
  status: number
  /** Names in lower case; a header that came several times is a list. */
  headers: Record<string, string | string[] | undefined>
  /** Decompressed. */
  body: Buffer
  /** The address that answered, after redirects. */
  url: string
  /** The IP address that answered. */
  address: string
  timings: Timings
  /** The redirects that were followed, in order. */
  redirects: RedirectStep[]
  /** Where this answer redirects to (policy `manual`); undefined when it does not, or to nothing that can be read. */
  redirect: { to: string; sameSite: boolean; permanent: boolean } | undefined
}
