import type { Duplex } from 'node:stream'
import { Client, type ClientConfig } from 'pg'
import { findDatabaseFailure } from './database-failure.ts'
import { type KnownColumns, PreparedQuery, type QueryRequest } from './prepared-query.ts'

interface Opened {
  client: Client
  stream: Duplex
  columns: KnownColumns
}

interface SharedConnectionOptions {
  config: ClientConfig
  /** Several callers share it: queries of one tick are sent with one write. */
  shared: boolean
  answered: (connection: SharedConnection) => void
}

/** One connection for queries of several callers; the answers keep their order. */
export class SharedConnection {
  /** Sent and not answered yet. */
  waiting = 0
  /** Used since this was last set to false. */
  used = true
  readonly #options: SharedConnectionOptions
  #opened: Opened | null = null
  #opening: Promise<Opened> | null = null
  #held = false

  constructor(options: SharedConnectionOptions) {
    this.#options = options
  }

  query<Row>(request: QueryRequest): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const opened = this.#opened
      this.used = true
      this.waiting++
      const done = (error: unknown, rows: unknown[]) => {
        this.waiting--
        if (error) reject(error)
        // The caller names the rows of its statement.
        else resolve(rows as Row[])
        this.#options.answered(this)
      }
      if (opened) this.#send(opened, request, done)
      else
        (this.#opening ?? this.#open()).then(
          (now) => this.#send(now, request, done),
          (error) => done(error, []),
        )
    })
  }

  async end(): Promise<void> {
    await this.#opening?.then(({ client }) => client.end()).catch(() => {})
  }

  #send(opened: Opened, request: QueryRequest, done: (error: unknown, rows: unknown[]) => void): void {
    const { client, stream, columns } = opened
    const answered = (error: unknown, rows: unknown[]) => {
      if (error && findDatabaseFailure(error) === 'away') this.#leave(opened)
      done(error, rows)
    }
    stream.cork()
    try {
      client.query(new PreparedQuery(request, columns, answered))
    } catch (error) {
      done(error, [])
    }
    if (this.#options.shared && !this.#held) this.#hold(stream)
    else stream.uncork()
  }

  /** PostgreSQL announces the end before it closes the connection: no query may be sent in between. */
  #leave(opened: Opened): void {
    if (this.#opened !== opened) return
    this.#opened = null
    this.#opening = null
    opened.client.end().catch(() => {})
  }

  #hold(stream: Duplex): void {
    this.#held = true
    setImmediate(() => {
      this.#held = false
      stream.uncork()
    })
  }

  #open(): Promise<Opened> {
    // The types of the driver do not know `pipeline` yet.
    const client = new Client({ ...this.#options.config, pipeline: true } as ClientConfig)
    const opening = client.connect().then((): Opened => {
      // A private member: its stream groups the writes of one tick.
      const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
      this.#opened = { client, stream, columns: new Map() }
      return this.#opened
    })
    this.#opening = opening
    // The next query opens a new connection; those in progress fail with their own error.
    const forget = () => {
      if (this.#opening !== opening) return
      this.#opening = null
      this.#opened = null
    }
    client.on('error', forget).on('end', forget)
    opening.catch(forget)
    return opening
  }
}
