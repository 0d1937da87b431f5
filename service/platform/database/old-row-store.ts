import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/** Deletes up to `limit` rows whose time in `column` is before then; rows that are locked now are left for later. */
export async function deleteRowsBefore(
  db: Db,
  table: keyof Tables,
  column: string,
  before: Date,
  limit: number,
): Promise<number> {
  // As text with its zone: a date column compares with the day in UTC.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any (array (
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before.toISOString()}
      limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
