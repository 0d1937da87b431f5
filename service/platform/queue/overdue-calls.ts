import { sql } from 'kysely'
import { type Database, queryRows } from '../database/database.ts'
import { oneRow } from '../database/one-row.ts'
import { callsQueue, deadLetters } from './queue.ts'

export interface OverdueCalls {
  /** Due for ten minutes or more, and not taken. */
  overdue: number
  /** Failed permanently. */
  dead: number
}

/** Reads the queue without opening it, which would create it if missing; null if there is none. */
export async function findOverdueCalls(db: Database): Promise<OverdueCalls | null> {
  const tables = await queryRows(db, sql<{ there: boolean }>`select to_regclass('queue.job') is not null as there`)
  if (!oneRow(tables).there) return null
  const counts = await queryRows(
    db,
    sql<OverdueCalls>`select
        count(*) filter (where name = ${callsQueue} and start_after < now() - interval '10 minutes')::int as overdue,
        count(*) filter (where name = ${deadLetters})::int as dead
      from queue.job where name in (${callsQueue}, ${deadLetters}) and state in ('created', 'retry')`,
  )
  return oneRow(counts)
}
