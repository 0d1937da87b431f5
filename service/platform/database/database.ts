import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { findDatabaseFailure } from './database-failure.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'
import { SharedConnections } from './shared-connections.ts'
import type { Tables } from './tables.ts'

// bigint columns have counts and ids far below 2^53, so numbers are safe.
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.DATE, (text) => text)
const bigintArray = 1016
// The types of the driver list single types only, not arrays.
types.setTypeParser(bigintArray as never, (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number))

/** For stores that work inside and outside of a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** A frequent query: compiled once, planned once per connection by its name. */
export interface Statement<Row> {
  name: string
  text: string
  /** Reads only, and takes at most two milliseconds for any fleet: may share a connection with others. */
  quick?: boolean
  /** Only for the type. */
  row?: Row
}

export const statement = <Row>(name: string, text: string): Statement<Row> => ({ name, text })
export const quickStatement = <Row>(name: string, text: string): Statement<Row> => ({ name, text, quick: true })

/** The query builder for most queries, named statements for the most frequent ones. */
export class Database extends Kysely<Tables> {
  readonly pool: Pool
  readonly #shared: SharedConnections
  readonly #own: SharedConnections

  constructor(pool: Pool, connection: PoolConfig) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.pool = pool
    // Few, so that few callers wait behind an unexpectedly slow query.
    this.#shared = new SharedConnections(connection, { most: 4, perConnection: 8, overflow: 'join' })
    this.#own = new SharedConnections(connection, { most: 12, perConnection: 1, overflow: 'wait' })
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = (work) => retryOnDeadlock(() => once(work))
    return builder
  }

  fetch<Row>({ name, text, quick }: Statement<Row>, values: unknown[] = []): Promise<Row[]> {
    const request = { name, text, values }
    if (!quick) return this.#own.query<Row>(request)
    return this.#shared.query<Row>(request).catch((error) => {
      // A read is retried after a lost connection, because reading twice is harmless.
      if (findDatabaseFailure(error) !== 'away') throw error
      return this.#shared.query<Row>(request)
    })
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.#shared.end(), this.#own.end()])
  }
}

export function openDatabase(connection: PoolConfig): Database {
  // More did not help: a worker used six at most, and 64 concurrent callers of an api were answered no sooner with 20.
  const pool = new Pool({ max: 12, idleTimeoutMillis: 60_000, ...connection })
  // Without a listener a dropped idle connection would end the process; the pool replaces it.
  pool.on('error', () => {})
  // The same for one in use between two queries: its next query fails with an error for the caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Database(pool, connection)
}
