import { Kysely, type LogEvent, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { inSpan, recordSpan } from '../tracing/tracing.ts'
import type { Query } from './compiled-query.ts'
import { findDatabaseFailure } from './database-failure.ts'
import { PipelinedConnections } from './pipelined-connections.ts'
import { cacheByText, maxStatementsPerConnection, type PreparedQuery, statementOf } from './prepared-statements.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'
import type { Tables } from './tables.ts'
import { quickReadTimeLimits, serviceTimeLimits } from './time-limits.ts'

// bigint columns have counts and ids far below 2^53, so numbers are safe.
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.DATE, (text) => text)
const bigintArray = 1016
// The types of the driver list single types only, not arrays.
types.setTypeParser(bigintArray as never, (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number))

/** For stores that work inside and outside of a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** Rows of a query written with `sql`, inside or outside of a transaction. */
export async function queryRows<Row>(db: Db, query: Query<Row>): Promise<Row[]> {
  if (!(db instanceof Database)) return (await query.execute(db)).rows
  const { sql, parameters } = query.compile(db)
  return db.fetchPrepared<Row>({ text: sql, values: parameters })
}

/** The same for a read that takes at most two milliseconds for any fleet: it shares a connection with others. */
export async function quickRows<Row>(db: Db, query: Query<Row>): Promise<Row[]> {
  if (!(db instanceof Database)) return (await query.execute(db)).rows
  const { sql, parameters } = query.compile(db)
  return db.fetchQuick<Row>({ text: sql, values: parameters })
}

/** The query builder, and queries written with `sql` that are prepared once per connection. */
export class Database extends Kysely<Tables> {
  readonly pool: Pool
  /** Totals of lists by query, with the version of the data they were counted at. */
  readonly totals = new LRUCache<string, { version: string; total: number }>(cacheByText)
  /** By the function of a store that they run (micro-batcher.ts). */
  readonly batchers = new Map<unknown, unknown>()
  readonly #pipelined: PipelinedConnections
  readonly #statementNames = new Map<PoolClient, Set<string>>()

  constructor(pool: Pool, connection: PoolConfig, { traced = false } = {}) {
    super({ dialect: new PostgresDialect({ pool }), ...(traced && { log: recordQuery }) })
    this.pool = pool
    pool.on('remove', (client) => this.#statementNames.delete(client))
    // Few, so that few callers wait behind an unexpectedly slow query.
    this.#pipelined = new PipelinedConnections(
      { ...connection, ...quickReadTimeLimits },
      { maxConnections: 4, queriesPerConnection: 8 },
    )
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = (work) => retryOnDeadlock(() => once(work))
    return builder
  }

  fetchPrepared<Row>(query: PreparedQuery): Promise<Row[]> {
    return inSpan(queryStep(query.text), () => this.#fetchPrepared<Row>(query))
  }

  async #fetchPrepared<Row>({ text, values }: PreparedQuery): Promise<Row[]> {
    const statement = statementOf(text)
    const client = await this.pool.connect()
    try {
      return (await client.query<Row & object>(statement, [...values])).rows
    } finally {
      client.release(this.#countStatements(client, statement.name) >= maxStatementsPerConnection)
    }
  }

  fetchQuick<Row>(query: PreparedQuery): Promise<Row[]> {
    const fetch = () =>
      this.#pipelined.fetch<Row>(query).catch((error) => {
        // A read is retried after a lost connection, because reading twice is harmless.
        if (findDatabaseFailure(error) !== 'away') throw error
        return this.#pipelined.fetch<Row>(query)
      })
    return inSpan(queryStep(query.text), fetch)
  }

  /** On the open connections of the pool. */
  countPreparedStatements(): number {
    return this.#statementNames.values().reduce((sum, names) => sum + names.size, 0)
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.#pipelined.end()])
  }

  #countStatements(client: PoolClient, name: string): number {
    const names = this.#statementNames.get(client) ?? new Set()
    this.#statementNames.set(client, names.add(name))
    return names.size
  }
}

const maxQueryLength = 2_000

/** The text has placeholders; the values are never recorded. */
const queryStep = (text: string) => ({
  name: 'query',
  kind: 'client' as const,
  attributes: () => ({
    'db.system.name': 'postgresql',
    'db.query.text': text.length > maxQueryLength ? `${text.slice(0, maxQueryLength)}…` : text,
  }),
})

/** Queries of the builder and of transactions; the others are recorded where they are sent. */
function recordQuery({ query, queryDurationMillis }: LogEvent): void {
  recordSpan(queryStep(query.sql), queryDurationMillis)
}

export function openDatabase(connection: PoolConfig, options: { traced?: boolean } = {}): Database {
  const pool = new Pool({ max: 12, idleTimeoutMillis: 60_000, keepAlive: true, ...serviceTimeLimits, ...connection })
  // Without a listener a dropped idle connection would end the process; the pool replaces it.
  pool.on('error', () => {})
  // The same for one in use between two queries: its next query fails with an error for the caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Database(pool, connection, options)
}
