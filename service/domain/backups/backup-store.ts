import { sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_backups: { site_id: number; at: Date; noted_at: Date }
  }
}

/** Ignores backups that are stored already. */
export async function insertBackups(
  trx: Db,
  backups: readonly { siteId: number; at: Date; notedAt: Date }[],
): Promise<void> {
  await sql`
    insert into site_backups (site_id, at, noted_at)
    select * from unnest(${backups.map(({ siteId }) => siteId)}::bigint[],
      ${backups.map(({ at }) => at)}::timestamptz[], ${backups.map(({ notedAt }) => notedAt)}::timestamptz[])
    on conflict do nothing`.execute(trx)
}

/** From the first moment up to, not including, the second. */
interface TimeSpan {
  from: Date
  to: Date
}

/** Newest first. */
export const listBackups = (db: Database, siteIds: number[], { from, to }: TimeSpan, limit: number) =>
  queryRows(
    db,
    sql<{ site_id: number; at: Date }>`select site_id, at from site_backups
      where site_id = any (${siteIds}::bigint[]) and at >= ${from} and at < ${to} order by at desc, site_id limit ${limit}`,
  )

/** Sites without a backup in this time are left out. */
export const countBackups = (db: Database, siteIds: number[], { from, to }: TimeSpan) =>
  queryRows(
    db,
    sql<{ site_id: number; total: number; last_at: Date }>`
      select site_id, count(*) as total, max(at) as last_at from site_backups
      where site_id = any (${siteIds}::bigint[]) and at >= ${from} and at < ${to} group by site_id`,
  )
