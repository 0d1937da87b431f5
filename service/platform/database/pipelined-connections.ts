import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { findDatabaseFailure } from './database-failure.ts'
import { maxStatementsPerConnection, type PreparedQuery, statementOf } from './prepared-statements.ts'
import type { TimeLimits } from './time-limits.ts'

export interface PipelineOptions {
  maxConnections: number
  /** Queries per connection before the next connection is opened; with all connections open, the least busy is used. */
  queriesPerConnection: number
}

const idleMs = 60_000

/** The driver has no type for this option. */
const pipeline = { pipeline: true } as ClientConfig

/**
 * Short reads of many callers over a few connections, sent without waiting for the answers of earlier ones. This
 * saves taking a connection from the pool and returning it, which costs as much as the query itself.
 */
export class PipelinedConnections {
  readonly #config: ClientConfig & TimeLimits
  readonly #options: PipelineOptions
  readonly #connections = new Set<PipelinedConnection>()
  #sweep: NodeJS.Timeout | null = null
  #isEnded = false

  constructor(config: ClientConfig & TimeLimits, options: PipelineOptions) {
    this.#config = config
    this.#options = options
  }

  async fetch<Row>(query: PreparedQuery): Promise<Row[]> {
    if (this.#isEnded) throw new Error('The database is closed.')
    const connection = this.#leastBusy()
    try {
      return await connection.fetch<Row>(query)
    } catch (error) {
      if (findDatabaseFailure(error) === 'away') this.#close(connection)
      throw error
    } finally {
      if (connection.preparedStatements >= maxStatementsPerConnection) this.#close(connection)
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true
    if (this.#sweep) clearInterval(this.#sweep)
    await Promise.all([...this.#connections].map((connection) => connection.end()))
  }

  #leastBusy(): PipelinedConnection {
    let leastBusy: PipelinedConnection | undefined
    for (const connection of this.#connections) {
      if (connection.pending < this.#options.queriesPerConnection) return connection
      if (!leastBusy || connection.pending < leastBusy.pending) leastBusy = connection
    }
    if (leastBusy && this.#connections.size >= this.#options.maxConnections) return leastBusy
    const connection = new PipelinedConnection(this.#config, () => this.#connections.delete(connection))
    this.#connections.add(connection)
    this.#sweep ??= setInterval(() => this.#closeIdle(), idleMs).unref()
    return connection
  }

  /** Queries already sent are answered; the next query uses another connection. */
  #close(connection: PipelinedConnection): void {
    if (this.#connections.delete(connection)) void connection.end()
  }

  /** One stays open for the next caller; the others would only use memory of PostgreSQL. */
  #closeIdle(): void {
    const [, ...others] = this.#connections
    for (const connection of others) {
      if (connection.pending === 0 && !connection.wasUsed) this.#close(connection)
      connection.wasUsed = false
    }
  }
}

class PipelinedConnection {
  /** Sent and not answered yet. */
  pending = 0
  wasUsed = true
  readonly #socket: Socket
  #isCorked = false
  #isConnected = false
  readonly #client: Client
  readonly #connected: Promise<unknown>
  readonly #names = new Set<string>()

  constructor(config: ClientConfig, onEnd: () => void) {
    const given = config.stream?.()
    this.#socket = given instanceof Socket ? given : new Socket()
    this.#client = new Client({ ...config, ...pipeline, stream: () => this.#socket })
    this.#client.on('error', onEnd).on('end', onEnd)
    this.#connected = this.#client.connect().then(() => {
      this.#isConnected = true
    })
    this.#connected.catch(onEnd)
  }

  get preparedStatements(): number {
    return this.#names.size
  }

  async fetch<Row>({ text, values }: PreparedQuery): Promise<Row[]> {
    this.pending++
    this.wasUsed = true
    try {
      const statement = statementOf(text)
      this.#names.add(statement.name)
      if (!this.#isConnected) await this.#connected
      this.#writeTogether()
      return (await this.#client.query<Row & object>(statement, [...values])).rows
    } finally {
      this.pending--
    }
  }

  /** Queries of the same tick are sent with one system call, which costs more than the rest of a small query. */
  #writeTogether(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    setImmediate(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }

  async end(): Promise<void> {
    await this.#connected.then(() => this.#client.end()).catch(() => {})
  }
}
