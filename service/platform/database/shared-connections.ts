import type { ClientConfig } from 'pg'
import type { QueryRequest } from './prepared-query.ts'
import { SharedConnection } from './shared-connection.ts'

export interface SharedConnectionsOptions {
  /** Maximum connections. */
  most: number
  /** Callers per connection before the next one is opened. */
  perConnection: number
  /** When all are full: share the least busy, or wait for a free one. */
  overflow: 'join' | 'wait'
}

const idleMs = 60_000

/**
 * Prepared statements of many callers over a few open connections: this saves taking a connection from a pool and
 * returning it, which costs as much as the statement itself.
 */
export class SharedConnections {
  readonly #config: ClientConfig
  readonly #options: SharedConnectionsOptions
  readonly #connections: SharedConnection[] = []
  readonly #queue: ((connection: SharedConnection) => void)[] = []
  #ended = false
  #sweep: NodeJS.Timeout | null = null

  constructor(config: ClientConfig, options: SharedConnectionsOptions) {
    this.#config = config
    this.#options = options
  }

  query<Row>(request: QueryRequest): Promise<Row[]> {
    if (this.#ended) return Promise.reject(new Error('The database is closed.'))
    const connection = this.#free()
    if (connection) return connection.query(request)
    return new Promise((resolve) => this.#queue.push((freed) => resolve(freed.query<Row>(request))))
  }

  async end(): Promise<void> {
    this.#ended = true
    if (this.#sweep) clearInterval(this.#sweep)
    await Promise.all(this.#connections.map((connection) => connection.end()))
  }

  #free(): SharedConnection | undefined {
    const { most, perConnection, overflow } = this.#options
    const free = this.#connections.find(({ waiting }) => waiting < perConnection)
    if (free) return free
    if (this.#connections.length < most) return this.#add()
    if (overflow === 'wait') return undefined
    return this.#connections.reduce((least, connection) => (connection.waiting < least.waiting ? connection : least))
  }

  #add(): SharedConnection {
    const connection = new SharedConnection({
      config: this.#config,
      shared: this.#options.perConnection > 1,
      answered: (free) => this.#queue.shift()?.(free),
    })
    this.#connections.push(connection)
    this.#sweep ??= setInterval(() => this.#closeIdle(), idleMs).unref()
    return connection
  }

  /** One stays open for the next caller; the others would only use memory of PostgreSQL. */
  #closeIdle(): void {
    for (const connection of this.#connections.slice(1)) {
      if (connection.used || connection.waiting > 0) connection.used = false
      else {
        this.#connections.splice(this.#connections.indexOf(connection), 1)
        void connection.end()
      }
    }
  }
}
