import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { OutboundError } from '../outbound/errors.ts'
import type { Outbound } from '../outbound/http-client.ts'
import { forwardRequest } from './forward-request.ts'
import { Meter } from './meter.ts'

export interface ProxyParts {
  outbound: Pick<Outbound, 'open'>
  limits?: Partial<ProxyLimits>
}

export interface ProxyLimits {
  /** Both directions together, for the lifetime of the proxy. */
  maxBytes: number
  maxConnections: number
  /** An idle connection is closed after this time. */
  idleMs: number
}

export interface GuardedProxy {
  port: number
  /** Hosts that were not reached, once each, with the reason. */
  failures(): ProxyFailure[]
  /** Resolves when the limit of bytes is reached. */
  tooMuch: Promise<ProxyFailure>
  close(): Promise<void>
}

export interface ProxyFailure {
  /** refused: forbidden address; unreachable: no answer; too-much: the limit was reached, no host. */
  kind: 'refused' | 'unreachable' | 'too-much'
  host: string
  sentence: string
}

const usual: ProxyLimits = { maxBytes: 200 * 1024 * 1024, maxConnections: 200, idleMs: 30_000 }
const maxFailures = 50

/**
 * The only network access of a Chromium: names are resolved here, every address is checked, and the connection uses the
 * checked address. TLS is between the page's server and Chromium.
 */
export async function startGuardedProxy({ outbound, limits = {} }: ProxyParts): Promise<GuardedProxy> {
  const { maxBytes, maxConnections, idleMs } = { ...usual, ...limits }
  const sockets = new Set<Socket>()
  const failures = new Map<string, ProxyFailure>()
  const ending = new AbortController()
  const tooMuch = Promise.withResolvers<ProxyFailure>()
  const endAll = () => {
    ending.abort()
    for (const socket of sockets) socket.destroy()
  }
  const meter = new Meter(maxBytes, () => {
    const sentence = `The page loaded more than ${Math.floor(maxBytes / 1024 / 1024)} MB, so loading was stopped.`
    const failure: ProxyFailure = { kind: 'too-much', host: '', sentence }
    failures.set('', failure)
    endAll()
    tooMuch.resolve(failure)
  })
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    // A timer of the socket instead of the clock: it restarts with every byte.
    socket.setTimeout(idleMs, () => socket.destroy())
    return socket
  }

  async function open(host: string): Promise<Socket> {
    try {
      if (sockets.size >= maxConnections * 2) throw new Error('Too many connections.')
      const { socket } = await outbound.open(`http://${host}/`, { signal: ending.signal })
      if (ending.signal.aborted) socket.destroy()
      return track(socket)
    } catch (error) {
      const known = error instanceof OutboundError && failures.size < maxFailures && !ending.signal.aborted
      if (known)
        failures.set(host, {
          kind: refusing.has(error.code) ? 'refused' : 'unreachable',
          host,
          sentence: error.message,
        })
      throw error
    }
  }

  const server = createServer({ maxHeaderSize: 64 * 1024, requestTimeout: 0 })
  server.maxConnections = maxConnections
  server.on('connection', (socket: Socket) => void track(socket))
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    forwardRequest(request, response, { open, meter }),
  )
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => {})
    open(request.url ?? '').then(
      (upstream) => tunnel(client, upstream, head, meter),
      () => client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    )
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // It listens on a port, so this is not the path of a socket.
    port: (server.address() as AddressInfo).port,
    failures: () => [...failures.values()],
    tooMuch: tooMuch.promise,
    async close() {
      const closed = once(server, 'close')
      server.close()
      endAll()
      await closed
    },
  }
}

/** The address is forbidden, as opposed to a server that is down. */
const refusing = new Set<string>(['url_invalid', 'port_refused', 'address_refused'])

function tunnel(client: Duplex, upstream: Socket, head: Buffer, meter: Meter): void {
  if (client.destroyed) return void upstream.destroy()
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  upstream.write(head)
  client.on('data', meter.count).pipe(upstream)
  upstream.on('data', meter.count).pipe(client)
  client.on('close', () => upstream.destroy())
  upstream.on('close', () => client.destroy())
}
