import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type Kind = 'clients' | 'time_buckets' | 'sites'

/**
 * Locks the rows and returns the ids that exist. Call it before locking a task, and in the order of these kinds:
 * a deletion locks one of them first and then changes its tasks.
 */
export async function lockExisting(trx: Db, kind: Kind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(kind)} where id = any (${ids}::bigint[]) order by id for key share`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
