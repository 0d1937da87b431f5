import { escapeIdentifier, type PoolClient } from 'pg'
import type { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { oneRow } from './one-row.ts'

const rowsPerFetch = 200

export interface SnapshotQuery {
  table: string
  columns: readonly string[]
  /** The order of the rows. */
  key: readonly string[]
  /** Only rows with a value in one of these columns. */
  having?: readonly string[]
}

/** One moment of the database, for an export. Holds a connection until `close`; only one exists per lock, over all processes. */
export class SnapshotReader {
  readonly #client: PoolClient
  #isOpen = true

  private constructor(client: PoolClient) {
    this.#client = client
    // Also when PostgreSQL ends the connection, because the caller has stopped reading.
    client.once('end', () => this.close())
  }

  /** null: another process or call reads one. */
  static async open(
    { pool }: Database,
    lock: (typeof advisoryLocks)[keyof typeof advisoryLocks],
  ): Promise<SnapshotReader | null> {
    const client = await pool.connect()
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query(`set local timezone = 'UTC'; set local statement_timeout = '10min';
        set local idle_in_transaction_session_timeout = '2min'`)
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [lock])
      if (oneRow(rows).free) return new SnapshotReader(client)
      client.release(true)
      return null
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Rows as JSON texts, a few hundred at a time: a whole table may not fit in memory. One query at a time. */
  async *rows({ table, columns, key, having = [] }: SnapshotQuery): AsyncGenerator<string[]> {
    const names = (list: readonly string[]) => list.map((name) => escapeIdentifier(name)).join(', ')
    const filled = having.map((name) => `${escapeIdentifier(name)} is not null`).join(' or ')
    await this.#client.query(`declare exported no scroll cursor for select row_to_json(listed)::text as row
      from (select ${names(columns)} from ${escapeIdentifier(table)} where ${filled || 'true'}
        ${key.length === 0 ? '' : `order by ${names(key)}`}) as listed`)
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
