import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'
import type { Fragment } from './fragments.ts'
import { oneRow } from './one-row.ts'

const rowsPerFetch = 200

export interface SnapshotQuery {
  table: string
  columns: readonly string[]
  /** The order of the rows. */
  key: readonly string[]
  /** Only rows with a value in one of these columns. */
  having?: readonly string[]
  /** Only rows that meet this condition. */
  where?: Fragment
}

/** One moment of the database, for an export. Holds a connection until `close`; only one exists per lock, over all processes. */
export class SnapshotReader {
  readonly #client: PoolClient
  readonly #db: Database
  #isOpen = true

  private constructor(client: PoolClient, db: Database) {
    this.#client = client
    this.#db = db
    // Also when PostgreSQL ends the connection, because the caller has stopped reading.
    client.once('end', () => this.close())
  }

  /** null: another process or call reads one. */
  static async open(
    db: Database,
    lock: (typeof advisoryLocks)[keyof typeof advisoryLocks],
  ): Promise<SnapshotReader | null> {
    const client = await db.pool.connect()
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query(`set local timezone = 'UTC'; set local statement_timeout = '10min';
        set local idle_in_transaction_session_timeout = '2min'`)
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [lock])
      if (oneRow(rows).free) return new SnapshotReader(client, db)
      client.release(true)
      return null
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Rows as JSON texts, a few hundred at a time: a whole table may not fit in memory. One query at a time. */
  async *rows({ table, columns, key, having = [], where = sql`true` }: SnapshotQuery): AsyncGenerator<string[]> {
    const names = (list: readonly string[]) => sql.join(list.map((name) => sql.ref(name)))
    const filled = having.map((name) => sql`${sql.ref(name)} is not null`)
    const declaration = sql`declare exported no scroll cursor for select row_to_json(listed)::text as row
      from (select ${names(columns)} from ${sql.table(table)}
        where (${where}) and ${filled.length === 0 ? sql`true` : sql`(${sql.join(filled, sql` or `)})`}
        ${key.length === 0 ? sql`` : sql`order by ${names(key)}`}) as listed`
    const { sql: text, parameters } = declaration.compile(this.#db)
    await this.#client.query(text, [...parameters])
    for (;;) {
      const { rows } = await this.#client.query<{ row: string }>(`fetch ${rowsPerFetch} from exported`)
      if (rows.length > 0) yield rows.map(({ row }) => row)
      if (rows.length < rowsPerFetch) break
    }
    await this.#client.query('close exported')
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    // Closes the connection, and with it the transaction and the lock.
    this.#client.release(true)
  }
}
