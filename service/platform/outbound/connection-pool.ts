import type { Socket } from 'node:net'
import { Client, errors } from 'undici'
import type { Connected } from './connect.ts'
import type { OutboundLimits } from './request.ts'

/** One socket and its HTTP client; one call at a time. */
export interface Connection {
  readonly key: string
  readonly address: string
  readonly client: Client
  readonly socket: Socket
  /** Number of calls so far. */
  uses: number
}

// One error for all: it is never shown, and a new one per connection would capture a stack.
const closedByUs = new errors.ClientDestroyedError()

/** Idle connections by origin, address and certificate check. */
export class ConnectionPool {
  readonly #limits: OutboundLimits
  readonly #idle = new Map<string, Connection[]>()
  // In order of their return, so that the first is the least recently used.
  readonly #byAge = new Set<Connection>()
  readonly #busy = new Set<Connection>()
  #closed = false

  constructor(limits: OutboundLimits) {
    this.#limits = limits
  }

  /** The most recently used connection, which is the least likely to have been closed by the server. */
  take(key: string): Connection | undefined {
    for (;;) {
      const connection = this.#idle.get(key)?.at(-1)
      if (!connection) return undefined
      this.#removeIdle(connection)
      if (connection.socket.destroyed) continue
      this.#busy.add(connection)
      return connection
    }
  }

  add(key: string, origin: string, { socket, address }: Connected): Connection {
    // The client uses only this socket: a new one would have to be checked first.
    const sockets = [socket]
    const client = new Client(origin, {
      connect: (_options, callback) => {
        const next = sockets.pop()
        queueMicrotask(() => (next ? callback(null, next) : callback(new Error('spent'), null)))
      },
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: this.#limits.maxHeaderBytes,
      keepAliveTimeout: this.#limits.keepAliveMs,
      keepAliveMaxTimeout: Math.max(this.#limits.keepAliveMs, 30_000),
      // Our own deadlines are exact and cover cases these miss, such as endless interim answers.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const connection: Connection = { key, address, client, socket, uses: 0 }
    socket.once('close', () => this.discard(connection))
    this.#busy.add(connection)
    return connection
  }

  /** Keeps the connection for the next call if the server left it open. */
  giveBack(connection: Connection): void {
    this.#busy.delete(connection)
    if (connection.socket.destroyed) return
    const others = this.#idle.get(connection.key)
    if (others) others.push(connection)
    else this.#idle.set(connection.key, [connection])
    this.#byAge.add(connection)
    const most = this.#closed ? 0 : this.#limits.maxIdleConnections
    const [oldest] = this.#byAge
    if (oldest && this.#byAge.size > most) this.discard(oldest)
  }

  discard(connection: Connection): void {
    this.#busy.delete(connection)
    this.#removeIdle(connection)
    if (!connection.client.destroyed) void connection.client.destroy(closedByUs)
    connection.socket.destroy()
  }

  get counts(): { idle: number; busy: number } {
    return { idle: this.#byAge.size, busy: this.#busy.size }
  }

  async close(): Promise<void> {
    this.#closed = true
    const all = [...this.#busy, ...this.#byAge]
    await Promise.all(all.map(({ client }) => client.destroy()))
  }

  #removeIdle(connection: Connection): void {
    if (!this.#byAge.delete(connection)) return
    const others = this.#idle.get(connection.key) ?? []
    if (others.length <= 1) this.#idle.delete(connection.key)
    else others.splice(others.indexOf(connection), 1)
  }
}
