import type { Pool } from 'pg'
import { oneRow } from '../database/one-row.ts'
import { callsQueue, deadLetters } from './queue.ts'

export interface OverdueCalls {
  /** Due for ten minutes or more, and not taken. */
  overdue: number
  /** Failed permanently. */
  dead: number
}

/** Reads the queue without opening it, which would create it if missing; null if there is none. */
export async function findOverdueCalls(pool: Pool): Promise<OverdueCalls | null> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('queue.job') is not null as there`)
  if (!oneRow(rows).there) return null
  const counts = await pool.query<OverdueCalls>(
    `select
       count(*) filter (where name = $1 and start_after < now() - interval '10 minutes')::int as overdue,
       count(*) filter (where name = $2)::int as dead
     from queue.job where state in ('created', 'retry')`,
    [callsQueue, deadLetters],
  )
  return oneRow(counts.rows)
}
