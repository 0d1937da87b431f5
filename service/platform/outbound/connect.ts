import { isIP, connect as openTcp, type Socket } from 'node:net'
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  connect as startTls,
  type TLSSocket,
} from 'node:tls'
import type { Clock } from '../clock.ts'
import { type OutboundCode, OutboundError } from './errors.ts'
import { explainConnectFailure } from './explain-failure.ts'
import { TlsSessions } from './tls-sessions.ts'

export interface Connected {
  socket: Socket
  /** The same socket; null without TLS. */
  tls: TLSSocket | null
  address: string
  connectMs: number
  tlsMs: number
}

export interface Destination {
  hostname: string
  port: number
  secure: boolean
  verify: boolean
  /** Forces a full handshake: a resumed session shows the certificate of its first handshake. */
  fresh?: boolean | undefined
  /** Checked addresses; the socket connects only to these, while TLS verifies the name. */
  addresses: readonly string[]
}

interface Parts {
  clock: Clock
  stopwatch: () => number
  maxTlsSessions: number
  /** Certificates of further authorities, in PEM form. */
  extraAuthorities: readonly string[]
}

const maxAttempts = 3

export class SocketConnector {
  readonly #parts: Parts
  readonly #sessions: TlsSessions
  readonly #context: SecureContext

  constructor(parts: Parts) {
    this.#parts = parts
    this.#sessions = new TlsSessions(parts.maxTlsSessions, parts.clock)
    const extra = parts.extraAuthorities
    // One context for all: reading the authorities for each connection costs more than the handshake.
    this.#context = createSecureContext(extra.length === 0 ? {} : { ca: [...rootCertificates, ...extra] })
  }

  /** Tries the addresses one after another; the deadline covers them all. Sends nothing of a request. */
  async open(destination: Destination, deadlineMs: number, signal?: AbortSignal): Promise<Connected> {
    const addresses = destination.addresses.slice(0, maxAttempts)
    let failure: OutboundError | undefined
    for (const address of addresses) {
      try {
        return await this.#attempt(destination, address, deadlineMs / addresses.length, signal)
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        failure = error
        if (failure.code !== 'connect_failed' && failure.code !== 'connect_timeout') break
      }
    }
    throw failure ?? new OutboundError('connect_failed', { host: destination.hostname, mayHaveArrived: false })
  }

  #attempt(destination: Destination, address: string, deadlineMs: number, signal?: AbortSignal): Promise<Connected> {
    const { stopwatch, clock } = this.#parts
    const { hostname: host, port, secure } = destination
    if (signal?.aborted) return Promise.reject(new OutboundError('aborted', { host, mayHaveArrived: false }))
    return new Promise((resolve, reject) => {
      const start = stopwatch()
      let reached: number | undefined
      let waiting = true
      const tls = secure ? this.#startTls(destination, address) : null
      const socket = tls ?? openTcp({ host: address, port })
      const stopWaiting = () => {
        waiting = false
        forget()
        signal?.removeEventListener('abort', onAbort)
      }
      // The error is created only when needed: every connection is closed eventually.
      const fail = (reason: () => OutboundError) => {
        if (!waiting) return
        stopWaiting()
        socket.destroy()
        reject(reason())
      }
      const failAs = (code: OutboundCode) => fail(() => new OutboundError(code, { host, mayHaveArrived: false }))
      const onAbort = () => failAs('aborted')
      const forget = clock.after(deadlineMs, () => failAs('connect_timeout'))
      signal?.addEventListener('abort', onAbort)
      socket.setNoDelay(true)
      socket.once('connect', () => {
        reached = stopwatch()
      })
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        if (!waiting) return
        stopWaiting()
        const connectMs = (reached ?? start) - start
        resolve({ socket, tls, address, connectMs, tlsMs: secure ? stopwatch() - start - connectMs : 0 })
      })
      // Stays for the socket's lifetime: an error without a listener would end the process.
      socket.on('error', (error) => fail(() => explainConnectFailure(error, host, secure && reached !== undefined)))
      socket.once('close', () => failAs('connect_failed'))
    })
  }

  #startTls({ hostname, port, verify, fresh }: Destination, address: string): TLSSocket {
    const key = `${verify} ${hostname} ${port} ${address}`
    const session = fresh ? undefined : this.#sessions.get(key)
    const socket = startTls({
      host: address,
      port,
      // Without a name (IP address in the URL) the certificate must contain the address.
      ...(isIP(hostname) ? {} : { servername: hostname }),
      ...(session ? { session } : {}),
      secureContext: this.#context,
      rejectUnauthorized: verify,
      ALPNProtocols: ['http/1.1'],
    })
    // A server that fails with a cached session gets a full handshake next time.
    const forgetSession = () => this.#sessions.delete(key)
    socket.once('error', forgetSession).once('secureConnect', () => socket.off('error', forgetSession))
    // A resumed session skips the check of the name: a session with a failed certificate must never be cached.
    return socket.on('session', (fresh: Buffer) => {
      if (socket.authorized || !verify) this.#sessions.set(key, fresh, socket.isSessionReused())
    })
  }
}
