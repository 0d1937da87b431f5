import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type Kind = 'clients' | 'time_buckets' | 'sites'

/**
 * Which of the ids are there; they stay until the transaction ends. Before a task is held, and in the order of these kinds:
 * whoever deletes one of them holds it first and then changes its tasks.
 */
export async function holdExisting(trx: Db, kind: Kind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(kind)} where id = any (${ids}::bigint[]) order by id for key share`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
