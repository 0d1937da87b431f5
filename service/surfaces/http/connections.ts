import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { LimitedCaller } from '../../operation/actor.ts'
import type { Clock } from '../../platform/clock.ts'

export interface ConnectionLimits {
  /** Connections with credentials; with all others together, up to twice as many. */
  total: number
}

interface Connection {
  openedAt: number
  /** Requests in progress. */
  requests: number
  /** Of the last request with valid credentials. */
  caller: LimitedCaller | null
}

/** Above the limit, a connection has this time for the head of a request. */
const headWithinMs = 2_000
const sweepEveryMs = 500

/**
 * The open connections of a server. Above the limit a new one is accepted, so that health checks and people get an answer, and
 * others are closed: those without credentials that do nothing after two seconds, and for a caller with few connections the
 * oldest idle one of the caller with the most.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #clock: Clock
  readonly #onClosed: () => void
  readonly #open = new Map<Socket, Connection>()
  /** Without valid credentials, oldest first. */
  readonly #anonymous = new Set<Socket>()
  /** Oldest first. */
  readonly #byCaller = new Map<string, Set<Socket>>()
  #isSweepPlanned = false

  constructor(server: Server, limits: ConnectionLimits, clock: Clock, onClosed: () => void) {
    this.#limits = limits
    this.#clock = clock
    this.#onClosed = onClosed
    server.on('connection', (socket: Socket) => this.#add(socket))
  }

  get open(): number {
    return this.#open.size
  }

  /** A request begins on this connection; returns the function that ends it. */
  begin(socket: Socket): () => void {
    const connection = this.#open.get(socket)
    if (!connection) return () => {}
    connection.requests++
    return () => void connection.requests--
  }

  /** A request on this connection had valid credentials. Returns false when its caller has too many connections. */
  identify(socket: Socket, caller: LimitedCaller): boolean {
    const connection = this.#open.get(socket)
    if (!connection || connection.caller?.name === caller.name) return true
    this.#leave(socket, connection)
    connection.caller = caller
    const own = this.#byCaller.get(caller.name) ?? new Set()
    this.#byCaller.set(caller.name, own.add(socket))
    if (this.#open.size - this.#anonymous.size <= this.#limits.total) return true
    const largest = [...this.#byCaller.values()].reduce((one, other) => (other.size > one.size ? other : one))
    if (!caller.isPerson && own.size >= largest.size) {
      this.#leave(socket, connection)
      this.#anonymous.add(socket)
      return false
    }
    this.#close(this.#oldest(largest, socket))
    return true
  }

  /**
   * Browsers open connections in advance. Node counts a connection without a request as busy, and a stopping server
   * would wait for it.
   */
  closeSilent(): void {
    for (const socket of [...this.#open.keys()]) if (socket.bytesRead === 0) socket.destroy()
  }

  #add(socket: Socket): void {
    this.#open.set(socket, { openedAt: this.#clock.now().getTime(), requests: 0, caller: null })
    this.#anonymous.add(socket)
    socket.once('close', () => this.#remove(socket))
    this.#sweep()
  }

  /** Closes connections without credentials that do nothing, while there are too many connections. */
  #sweep(): void {
    const { total } = this.#limits
    const now = this.#clock.now().getTime()
    for (const socket of this.#anonymous) {
      const { openedAt, requests } = this.#open.get(socket) ?? { openedAt: 0, requests: 0 }
      // A clock that was set back must not keep them.
      if (this.open <= total || Math.abs(now - openedAt) < headWithinMs) break
      if (requests === 0) this.#close(socket)
    }
    while (this.open > 2 * total && this.#anonymous.size > 0) this.#close(this.#oldest(this.#anonymous))
    if (this.open <= total || this.#isSweepPlanned) return
    this.#isSweepPlanned = true
    this.#clock.after(sweepEveryMs, () => {
      this.#isSweepPlanned = false
      this.#sweep()
    })
  }

  /** The oldest that does nothing; if there is none, the oldest. */
  #oldest(sockets: ReadonlySet<Socket>, except?: Socket): Socket | undefined {
    let busy: Socket | undefined
    for (const socket of sockets) {
      if (socket === except) continue
      if (this.#open.get(socket)?.requests === 0) return socket
      busy ??= socket
    }
    return busy
  }

  #close(socket: Socket | undefined): void {
    if (!socket) return
    this.#onClosed()
    this.#remove(socket)
    socket.destroy()
  }

  #remove(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection) this.#leave(socket, connection)
    this.#open.delete(socket)
  }

  #leave(socket: Socket, connection: Connection): void {
    this.#anonymous.delete(socket)
    const name = connection.caller?.name
    connection.caller = null
    const own = name === undefined ? undefined : this.#byCaller.get(name)
    own?.delete(socket)
    if (own?.size === 0 && name !== undefined) this.#byCaller.delete(name)
  }
}
