import type { Clock } from '../clock.ts'
import { beginWork } from '../work/current-work.ts'
import type { SocketConnector } from './connect.ts'
import type { Connection, ConnectionPool } from './connection-pool.ts'
import { OutboundError } from './errors.ts'
import { Exchange, type ExchangeRequest, type Reply } from './exchange.ts'
import type { HostOutcome, PauseReason } from './host-backoff.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Caps, Deadlines, OutboundLimits, OutboundRequest, Timings } from './request.ts'
import type { AddressBook } from './resolve.ts'
import type { Target } from './url-guard.ts'
import { isWordPressMaintenance } from './wordpress-maintenance.ts'

export interface SenderParts {
  clock: Clock
  stopwatch: () => number
  limits: OutboundLimits
  book: AddressBook
  connector: SocketConnector
  pool: ConnectionPool
  rateLimits: RateLimits
}

/** One request to one address, before a connection is selected. */
export interface Hop {
  target: Target
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  verify: boolean
  caps: Caps
  receive?: OutboundRequest['receive'] | undefined
  deadlines: Deadlines
  rateLimit: OutboundRequest['rateLimit']
  signal: AbortSignal | undefined
}

export interface Sent extends Reply {
  address: string
  timings: Timings
}

const timedOut = new Set(['connect_timeout', 'headers_timeout', 'idle_timeout', 'total_timeout'])

/** Sends one hop: name to checked addresses, queue, connection, exchange. */
export class Sender {
  readonly #parts: SenderParts

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  async send(hop: Hop): Promise<Sent> {
    const { stopwatch, rateLimits } = this.#parts
    const { rateLimit, signal } = hop
    const { hostname: host } = hop.target
    const started = stopwatch()
    const known = this.#parts.book.peek(host, hop.target.literal)
    const addresses = known ?? (await this.#parts.book.resolve(host, hop.deadlines.dns, signal))
    const resolved = stopwatch()
    const maxWaitMs = rateLimit === 'skip' ? undefined : rateLimit?.maxWaitMs
    const slot =
      rateLimit === 'skip'
        ? undefined
        : await rateLimits.enter({ host, address: addresses[0] ?? host, signal, maxWaitMs })
    const start = stopwatch()
    const timings = { queuedMs: start - resolved, dnsMs: known ? 0 : resolved - started, connectMs: 0, tlsMs: 0 }
    try {
      beginWork()
      const { reply, address } = await this.#exchange(hop, addresses, timings, start)
      slot?.leave(...outcomeOf(reply, this.#parts.clock))
      const totalMs = timings.dnsMs + stopwatch() - start
      return { ...reply, address, timings: { ...timings, firstByteMs: reply.firstByteMs, totalMs } }
    } catch (error) {
      if (error instanceof OutboundError && timedOut.has(error.code)) slot?.leave('overloaded', 0, 'timeout')
      else slot?.leave('indifferent')
      throw error
    }
  }

  async #exchange(
    hop: Hop,
    addresses: string[],
    timings: { connectMs: number; tlsMs: number },
    start: number,
  ): Promise<{ reply: Reply; address: string }> {
    const { pool, stopwatch } = this.#parts
    let reused = this.#takeIdle(hop, addresses)
    let sentBefore = false
    for (;;) {
      const connection = reused ?? (await this.#connect(hop, addresses, timings, sentBefore))
      const total = Math.max(1, hop.deadlines.total - (stopwatch() - start))
      const exchange = new Exchange(this.#message(hop, total), this.#parts)
      try {
        const reply = await exchange.run(connection)
        pool.giveBack(connection)
        return { reply, address: connection.address }
      } catch (error) {
        pool.discard(connection)
        if (!reused || !(error instanceof OutboundError) || !mayRepeat(exchange, hop, error)) throw error
        reused = undefined
        sentBefore = exchange.sent
      }
    }
  }

  #takeIdle(hop: Hop, addresses: string[]): Connection | undefined {
    for (const address of addresses) {
      const connection = this.#parts.pool.take(connectionKey(hop, address))
      if (connection) return connection
    }
    return undefined
  }

  async #connect(
    hop: Hop,
    addresses: string[],
    timings: { connectMs: number; tlsMs: number },
    sentBefore: boolean,
  ): Promise<Connection> {
    const { connector, pool, book } = this.#parts
    const { target, verify, deadlines, signal } = hop
    const { hostname, port, secure, origin } = target
    try {
      const destination = { hostname, port, secure, verify, addresses }
      const connected = await connector.open(destination, Math.min(deadlines.connect, deadlines.total), signal)
      timings.connectMs = connected.connectMs
      timings.tlsMs = connected.tlsMs
      return pool.add(connectionKey(hop, connected.address), origin, connected)
    } catch (error) {
      book.forget(hostname)
      throw sentBefore && error instanceof OutboundError ? error.afterSending() : error
    }
  }

  #message({ target, method, headers, body, caps, receive, deadlines, signal }: Hop, total: number): ExchangeRequest {
    const { headers: untilHeaders, idle } = deadlines
    return {
      host: target.hostname,
      path: target.path,
      method,
      headers,
      body,
      caps,
      receive,
      deadlines: { headers: untilHeaders, idle, total },
      signal,
    }
  }
}

function connectionKey({ target, verify }: Hop, address: string): string {
  return `${verify} ${target.origin} ${address}`
}

// An idle connection that the server had closed. A request that was not sent may use a new one; one that was sent
// only if repeating it is harmless and no answer had begun.
function mayRepeat(exchange: Exchange, { method }: Hop, error: OutboundError): boolean {
  if (error.code !== 'connection_lost') return false
  return !exchange.sent || (!exchange.answered && (method === 'GET' || method === 'HEAD'))
}

function outcomeOf(reply: Reply, clock: Clock): [HostOutcome, number?, PauseReason?] {
  const { status, headers } = reply
  if (status !== 429 && status !== 503) return ['fine']
  // The state of one site, not of the host, which may have hundreds of them.
  if (isWordPressMaintenance(reply)) return ['indifferent']
  return ['overloaded', retryAfter(headers['retry-after'], clock.now().getTime()), status]
}

function retryAfter(header: string | string[] | undefined, now: number): number {
  if (typeof header !== 'string') return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  return Math.max(0, Date.parse(header) - now) || 0
}
