import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { databaseTrouble } from './database-trouble.ts'
import { againWhenVictim } from './deadlock.ts'
import { SharedConnections } from './shared-connections.ts'
import type { Tables } from './tables.ts'

// bigint columns hold counts and ids far below 2^53: numbers are what everyone expects.
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.DATE, (text) => text)
const bigintArray = 1016
types.setTypeParser(bigintArray as never, (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number))

/** What a store takes when it does not care whether it runs inside a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** A hot query: compiled once, planned once per connection by its name. */
export interface Statement<Row> {
  name: string
  text: string
  /** Reads, and always within a millisecond or two, at any size of the fleet: may share a connection with others. */
  quick?: boolean
  /** Only for the type. */
  row?: Row
}

export const statement = <Row>(name: string, text: string): Statement<Row> => ({ name, text })
export const quickStatement = <Row>(name: string, text: string): Statement<Row> => ({ name, text, quick: true })

/** The query builder for most things, named statements for the hottest few. */
export class Database extends Kysely<Tables> {
  readonly pool: Pool
  readonly #shared: SharedConnections
  readonly #own: SharedConnections

  constructor(pool: Pool, connection: PoolConfig) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.pool = pool
    // Behind an answer that is slow after all, few have to wait.
    this.#shared = new SharedConnections(connection, { most: 4, perConnection: 8, overflow: 'join' })
    this.#own = new SharedConnections(connection, { most: 12, perConnection: 1, overflow: 'wait' })
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = (work) => againWhenVictim(() => once(work))
    return builder
  }

  fetch<Row>({ name, text, quick }: Statement<Row>, values: unknown[] = []): Promise<Row[]> {
    const question = { name, text, values }
    if (!quick) return this.#own.ask<Row>(question)
    return this.#shared.ask<Row>(question).catch((error) => {
      // A connection that ended under a question is not worth a failure: reading twice does no harm.
      if (databaseTrouble(error) !== 'away') throw error
      return this.#shared.ask<Row>(question)
    })
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.#shared.end(), this.#own.end()])
  }
}

export function openDatabase(connection: PoolConfig): Database {
  // More were of no use: a worker had six busy at most, and a crowd of 64 at an api was answered no sooner by 20.
  const pool = new Pool({ max: 12, idleTimeoutMillis: 60_000, ...connection })
  // Without a listener a dropped idle connection would end the process; the pool replaces it by itself.
  pool.on('error', () => {})
  // The same for one that is in use between two queries: its next query fails, and that is told to whoever asked.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Database(pool, connection)
}
