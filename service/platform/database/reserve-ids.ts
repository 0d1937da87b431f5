import { sql } from 'kysely'
import { type Db, queryRows } from './database.ts'
import { oneRow } from './one-row.ts'

/** A hostile file must not move the sequence near its end. */
const highestKeptId = 1_000_000_000

/**
 * The highest id that was ever used in a table, also by rows that were deleted: histories, audit lines and limits of keys name
 * only ids up to this one.
 */
export async function findHighestId(db: Db, table: string): Promise<number> {
  const query = sql<{ highest: number }>`select greatest(
    coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0),
    coalesce((select max(id) from ${sql.table(table)}), 0)) as highest`
  return oneRow((await query.execute(db)).rows).highest
}

/** The ids that were never used here and are not in `excluded`. */
export const keepableIds = (wanted: readonly number[], highest: number, excluded: ReadonlySet<number>): Set<number> =>
  new Set(wanted.filter((id) => id > highest && id <= highestKeptId && !excluded.has(id)))

/** Until the transaction ends, other calls wait before they change these tables. Always in the same order, to avoid deadlocks. */
export async function lockTables(trx: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
}

/**
 * Reserves an id for each of the wanted ones: itself where it was never used, otherwise a new one. The caller has locked the table.
 * The sequence continues after all of them.
 */
export async function reserveIds(
  trx: Db,
  table: string,
  wanted: readonly number[],
  excluded: ReadonlySet<number>,
): Promise<Map<number, number>> {
  if (wanted.length === 0) return new Map()
  const highest = await findHighestId(trx, table)
  const kept = keepableIds(wanted, highest, excluded)
  let last = Math.max(highest, ...kept)
  const nextFree = () => {
    do last++
    while (excluded.has(last))
    return last
  }
  const reserved = new Map(wanted.map((id) => [id, kept.has(id) ? id : nextFree()]))
  await queryRows(trx, sql`select setval(pg_get_serial_sequence(${table}, 'id')::regclass, ${last})`)
  return reserved
}
