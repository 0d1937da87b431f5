import { sql } from 'kysely'
import { type Database, queryRows } from './database.ts'
import { oneRow } from './one-row.ts'

/** Sessions of this database that wait for a lock now, and the longest wait. A row lock has no database of its own, so it is found by its session. */
export async function findLockWaits(db: Database): Promise<{ sessions: number; seconds: number }> {
  const query = sql<{ sessions: number; seconds: number }>`
    select count(distinct pid) as sessions,
      coalesce(extract(epoch from clock_timestamp() - min(waitstart)), 0)::float8 as seconds
    from pg_locks
    where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`
  return oneRow(await queryRows(db, query))
}

/** Adds up the sizes of the files; reads no table. */
export async function findDatabaseSize(db: Database): Promise<number> {
  const query = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return oneRow(await queryRows(db, query)).bytes
}
