import { type RawBuilder, sql } from 'kysely'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { takeRows } from '../../platform/work/work-store.ts'
import { shareCount } from './watch-store.ts'

/** Which process checks which share. Uses the database clock, so that machine clocks need not agree. */

export async function ensureShares(db: Database): Promise<void> {
  await queryRows(
    db,
    sql`insert into monitor_shares (share) select generate_series(0, ${sql.lit(shareCount - 1)}) on conflict do nothing`,
  )
}

/** Records that this process is alive; returns the number of live processes. */
export async function registerWorker(db: Database, holder: string, seconds: number): Promise<number> {
  const query = sql<{ alive: number }>`with seen as (
      insert into monitor_workers (holder, seen_until) values (${holder}, now() + make_interval(secs => ${seconds}))
      on conflict (holder) do update set seen_until = excluded.seen_until),
    gone as (delete from monitor_workers where seen_until < now() - interval '10 minutes')
    select 1 + count(*) as alive from monitor_workers where seen_until > now() and holder <> ${holder}`
  return oneRow(await queryRows(db, query)).alive
}

const fetchNumbers = async (db: Database, query: RawBuilder<{ share: number }>): Promise<number[]> =>
  (await queryRows(db, query)).map(({ share }) => share)

/** Renews these shares, also expired ones that no other process took. */
export const renewShares = (
  db: Database,
  holder: string,
  seconds: number,
  shares: readonly number[],
): Promise<number[]> =>
  fetchNumbers(
    db,
    sql`update monitor_shares set held_until = now() + make_interval(secs => ${seconds})
      where holder = ${holder} and share = any (${shares}::int[]) returning share`,
  )

/** Claims free shares, and those of this holder that are not in `held`. */
export const claimShares = async (
  db: Database,
  holder: string,
  seconds: number,
  max: number,
  held: readonly number[],
): Promise<number[]> => {
  const isFree = sql`(holder is null or held_until < now() or holder = ${holder}) and share <> all (${held}::int[])`
  const rows = await takeRows<{ share: number }>(
    db,
    { table: 'monitor_shares', key: 'share' },
    { conditions: [isFree], orderBy: sql`share`, limit: max },
    { set: sql`holder = ${holder}, held_until = now() + make_interval(secs => ${seconds})`, returning: sql`share` },
  )
  return rows.map(({ share }) => share)
}

export async function releaseShares(db: Database, holder: string, shares: number[]): Promise<void> {
  await queryRows(
    db,
    sql`update monitor_shares set holder = null where holder = ${holder} and share = any (${shares}::int[])`,
  )
}

export async function deleteWorker(db: Database, holder: string): Promise<void> {
  await queryRows(db, sql`delete from monitor_workers where holder = ${holder}`)
}

export async function countUnheldShares(db: Database): Promise<number> {
  // Before the first worker starts, there are no rows.
  const query = sql<{ unheld: number }>`select ${sql.lit(shareCount)} - count(*) as unheld from monitor_shares
    where holder is not null and held_until >= now()`
  return oneRow(await queryRows(db, query)).unheld
}
