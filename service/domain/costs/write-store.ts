import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { CostTable } from './cost-table.ts'

// A statement takes 65,535 values at most.
const rowsPerInsert = 1_000

/** Answers their ids, in the same order. */
export async function insertCosts(trx: Db, rows: Insertable<CostTable>[]): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const part = rows.slice(from, from + rowsPerInsert)
    ids.push(...(await trx.insertInto('costs').values(part).returning('id').execute()).map(({ id }) => id))
  }
  return ids
}

const types: Record<string, string> = {
  id: 'bigint',
  price: 'numeric',
  last_renewal: 'date',
  updated_at: 'timestamptz',
}

/** Changes many at once; all rows must give the same columns. */
export async function updateCosts(trx: Db, rows: (Updateable<CostTable> & { id: number })[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const changing = columns.filter((column) => column !== 'id')
  if (changing.length === 0) return
  const set = changing.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`)
  const shape = columns.map((column) => sql`${sql.ref(column)} ${sql.raw(types[column] ?? 'text')}`)
  await sql`update costs set ${sql.join(set)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.join(shape)})
    where costs.id = given.id`.execute(trx)
}
