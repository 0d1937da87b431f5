import { escapeIdentifier, type PoolClient } from 'pg'
import { ServiceError } from '../../../operation/errors.ts'
import { advisoryLocks } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ExportedTable } from './exported-tables.ts'

const rowsPerFetch = 200

/** One moment of the database, for an export. Holds a connection until `close`; only one exists at a time, over all processes. */
export class FleetSnapshot {
  readonly #client: PoolClient
  #isOpen = true

  private constructor(client: PoolClient) {
    this.#client = client
    // PostgreSQL ends the connection of a caller that stopped reading.
    client.once('end', () => this.close())
  }

  static async open({ pool }: Database): Promise<FleetSnapshot> {
    const client = await pool.connect()
    try {
      await client.query(`begin isolation level repeatable read read only`)
      await client.query(`set local timezone = 'UTC'; set local statement_timeout = '10min';
        set local idle_in_transaction_session_timeout = '2min'`)
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
        advisoryLocks.fleetExport,
      ])
      if (rows[0]?.free) return new FleetSnapshot(client)
      throw new ServiceError(
        'svc_export_in_progress',
        'conflict',
        'Another export is in progress. Try again when it has ended.',
      )
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Rows as JSON texts, a few hundred at a time: a whole table may not fit in memory. */
  async *rows({ table, key }: ExportedTable, columns: readonly string[], where = 'true'): AsyncGenerator<string[]> {
    const client = this.#client
    const names = (list: readonly string[]) => list.map((name) => escapeIdentifier(name)).join(', ')
    const order = key.length === 0 ? '' : `order by ${names(key)}`
    await client.query(`declare exported no scroll cursor for select row_to_json(listed)::text as row
      from (select ${names(columns)} from ${escapeIdentifier(table)} where ${where} ${order}) as listed`)
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${rowsPerFetch} from exported`)
      if (rows.length > 0) yield rows.map(({ row }) => row)
      if (rows.length < rowsPerFetch) break
    }
    await client.query('close exported')
  }

  /** Rows with a value in one of the columns. */
  rowsWith(table: ExportedTable, columns: readonly string[]): AsyncGenerator<string[]> {
    const filled = columns.map((name) => `${escapeIdentifier(name)} is not null`).join(' or ')
    return this.rows(table, [...table.key, ...columns], filled)
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    // The connection is closed, and with it the transaction and the lock.
    this.#client.release(true)
  }
}
