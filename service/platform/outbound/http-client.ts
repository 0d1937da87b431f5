import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { type Clock, systemClock } from '../clock.ts'
import { LeaseLostError, leaseSignal } from '../leases.ts'
import { inSpan } from '../tracing/tracing.ts'
import { beginWork } from '../work/current-work.ts'
import { createAddressGuard, type Network } from './address-guard.ts'
import { SocketConnector } from './connect.ts'
import { ConnectionPool } from './connection-pool.ts'
import { OutboundError } from './errors.ts'
import { RateLimits } from './rate-limits.ts'
import { isSameSite, nextHop, redirectOf } from './redirects.ts'
import type { Deadlines, OutboundLimits, OutboundRequest, OutboundResponse, RedirectStep } from './request.ts'
import { requestHeaders } from './request-headers.ts'
import { AddressBook, type Resolver, systemResolver } from './resolve.ts'
import { Sender, type Sent } from './sender.ts'
import { readTarget, type Target } from './url-guard.ts'

export const defaultDeadlines: Deadlines = { dns: 5_000, connect: 10_000, headers: 30_000, idle: 20_000, total: 60_000 }

export const defaultLimits: OutboundLimits = {
  maxBytes: 8 * 1024 * 1024,
  maxDecodedBytes: 16 * 1024 * 1024,
  maxRatio: 200,
  maxHeaderBytes: 32 * 1024,
  maxHeaderCount: 200,
  maxIdleConnections: 256,
  keepAliveMs: 4_000,
  maxTlsSessions: 5_000,
  dnsCacheMs: 60_000,
}

export interface OutboundParts {
  /** From ALLOW_NETWORKS: private networks that may be called. */
  allowNetworks?: readonly Network[]
  /** Ports below 1024 that may be called besides 80 and 443. */
  allowPorts?: readonly number[]
  resolver?: Resolver
  clock?: Clock
  /** Monotonic milliseconds. */
  stopwatch?: () => number
  rateLimits?: RateLimits
  deadlines?: Partial<Deadlines>
  limits?: Partial<OutboundLimits>
  /** Certificates of further authorities, in PEM form. */
  extraAuthorities?: readonly string[]
  /** Called after each request: the class of the status (`2xx`), or the code of the failure. */
  measure?: (result: string, seconds: number) => void
  userAgent?: string
}

export interface OpenSocket {
  socket: Socket
  /** The same socket; null without TLS. */
  tls: TLSSocket | null
  address: string
  dnsMs: number
  connectMs: number
  tlsMs: number
}

export interface Outbound {
  /**
   * One call. Throws only OutboundError, TypeError for input that cannot be sent, or LeaseLostError when the work that
   * called lost its lease.
   */
  request(request: OutboundRequest): Promise<OutboundResponse>
  /** Checks whether an address may be called, without connecting. Throws like `request`. */
  check(url: string, signal?: AbortSignal): Promise<{ url: string; hostname: string; addresses: string[] }>
  /** A connection through the same guard, for handshakes and probes; TLS for https. The caller closes it. */
  open(
    url: string,
    options?: { verify?: boolean; fresh?: boolean; deadlines?: Partial<Deadlines>; signal?: AbortSignal },
  ): Promise<OpenSocket>
  counts(): { idle: number; busy: number; waiting: number }
  close(): Promise<void>
}

export function createOutbound(parts: OutboundParts = {}): Outbound {
  const { clock = systemClock, stopwatch = () => performance.now(), extraAuthorities = [] } = parts
  const { userAgent = 'Mozilla/5.0 (compatible; Flotilla)' } = parts
  const limits = { ...defaultLimits, ...parts.limits }
  const deadlinesOf = (given?: Partial<Deadlines>) => ({ ...defaultDeadlines, ...parts.deadlines, ...given })
  const allowPorts = new Set(parts.allowPorts)
  const rateLimits = parts.rateLimits ?? new RateLimits({ clock })
  const guard = createAddressGuard(parts.allowNetworks ?? [])
  const resolver = parts.resolver ?? systemResolver()
  const book = new AddressBook({ guard, resolver, clock, keepMs: limits.dnsCacheMs })
  const connector = new SocketConnector({ clock, stopwatch, maxTlsSessions: limits.maxTlsSessions, extraAuthorities })
  const pool = new ConnectionPool(limits)
  const sender = new Sender({ clock, stopwatch, limits, book, connector, pool, rateLimits })
  const addressesOf = async ({ hostname, literal }: Target, dnsMs: number, signal?: AbortSignal) =>
    book.peek(hostname, literal) ?? (await book.resolve(hostname, dnsMs, signal))

  async function measured(call: () => Promise<OutboundResponse>): Promise<OutboundResponse> {
    const started = stopwatch()
    const end = (result: string) => parts.measure?.(result, (stopwatch() - started) / 1000)
    try {
      const response = await call()
      end(`${Math.floor(response.status / 100)}xx`)
      return response
    } catch (error) {
      if (error instanceof OutboundError) end(error.code)
      else if (error instanceof LeaseLostError) end('aborted')
      throw error
    }
  }

  async function send(options: OutboundRequest): Promise<OutboundResponse> {
    const { method = 'GET', redirects: policy = 'manual', signal } = options
    const first = readTarget(options.url, allowPorts)
    const deadlines = deadlinesOf(options.deadlines)
    const steps: RedirectStep[] = []
    let [target, trusted] = [first, true]
    for (;;) {
      if (signal?.aborted)
        throw new OutboundError('aborted', { host: target.hostname, mayHaveArrived: steps.length > 0 })
      const sent = await sender
        .send({
          target,
          method,
          headers: requestHeaders(options, target, trusted, userAgent),
          body: trusted ? options.body : undefined,
          verify: options.tls?.verify ?? true,
          caps: {
            maxBytes: options.maxBytes ?? limits.maxBytes,
            maxDecodedBytes: options.maxDecodedBytes ?? limits.maxDecodedBytes,
          },
          receive: options.receive,
          deadlines,
          rateLimit: options.rateLimit,
          signal,
        })
        .catch((error) => {
          throw steps.length > 0 && error instanceof OutboundError ? error.afterSending() : error
        })
      if (trusted) options.cookies?.store(target.url, sent.headers['set-cookie'])
      if (policy === 'manual') return answer(sent, target, steps, manualRedirect(sent, target))
      const to = redirectOf(sent.status, sent.headers.location, target, allowPorts)
      if (!to) return answer(sent, target, steps, undefined)
      const hops = steps.length
      const next = nextHop({ policy, status: sent.status, method, first, from: target, to, hops, trusted })
      steps.push({ status: sent.status, from: target.url, to: to.url })
      deadlines.total = Math.max(1, deadlines.total - sent.timings.totalMs)
      ;({ target, trusted } = next)
    }
  }

  function manualRedirect(sent: Sent, from: Target): OutboundResponse['redirect'] {
    try {
      const to = redirectOf(sent.status, sent.headers.location, from, allowPorts)
      return to && { to: to.url, sameSite: isSameSite(from, to), permanent: sent.status === 301 || sent.status === 308 }
    } catch {
      return undefined
    }
  }

  return {
    request: (options) =>
      inSpan(callStep(options), () =>
        measured(() => whileLeaseIsHeld(options.signal, (signal) => send({ ...options, signal }))),
      ),
    check: (url, given) =>
      whileLeaseIsHeld(given, async (signal) => {
        const target = readTarget(url, allowPorts)
        const addresses = await addressesOf(target, deadlinesOf().dns, signal)
        return { url: target.url, hostname: target.hostname, addresses: [...addresses] }
      }),
    open: (url, { verify = true, fresh, deadlines, signal: given } = {}) =>
      whileLeaseIsHeld(given, async (signal) => {
        const { dns, connect } = deadlinesOf(deadlines)
        const target = readTarget(url, allowPorts)
        const started = stopwatch()
        const addresses = await addressesOf(target, dns, signal)
        const dnsMs = stopwatch() - started
        beginWork()
        return { ...(await connector.open({ ...target, verify, fresh, addresses }, connect, signal)), dnsMs }
      }),
    counts: () => ({ ...pool.counts, waiting: rateLimits.counts.waiting }),
    close: () => pool.close(),
  }
}

/** With the host alone: a path or query can have secrets. */
const callStep = ({ url, method = 'GET' }: OutboundRequest) => ({
  name: 'call',
  kind: 'client' as const,
  attributes: () => ({ 'http.request.method': method, 'server.address': URL.parse(url)?.host ?? '' }),
  describe: ({ status, timings }: OutboundResponse) => ({
    'http.response.status_code': status,
    'flotilla.queued_ms': Math.round(timings.queuedMs),
  }),
})

function answer(
  { status, headers, body, address, timings }: Sent,
  { url }: Target,
  redirects: RedirectStep[],
  redirect: OutboundResponse['redirect'],
): OutboundResponse {
  return { status, headers, body, url, address, timings, redirects, redirect }
}

/** Aborts the call when the work that called loses its lease: from then on another process may do the same work. */
async function whileLeaseIsHeld<Result>(
  given: AbortSignal | undefined,
  call: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  const lease = leaseSignal()
  if (!lease) return call(given)
  lease.throwIfAborted()
  try {
    return await call(given ? AbortSignal.any([given, lease]) : lease)
  } catch (error) {
    lease.throwIfAborted()
    throw error
  }
}
