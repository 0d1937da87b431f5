import { sql } from 'kysely'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import type { Period } from './period.ts'

/** Backups that sites told of, and work that people wrote down for them. */

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_backups: { site_id: number; at: Date; noted_at: Date }
  }
}

export async function noteBackups(
  trx: Db,
  backups: readonly { siteId: number; at: Date; notedAt: Date }[],
): Promise<void> {
  await sql`
    insert into site_backups (site_id, at, noted_at)
    select * from unnest(${backups.map(({ siteId }) => siteId)}::bigint[],
      ${backups.map(({ at }) => at)}::timestamptz[], ${backups.map(({ notedAt }) => notedAt)}::timestamptz[])
    on conflict do nothing`.execute(trx)
}

export async function forgetBackupsBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('site_backups').where('at', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const backups = statement<{ site_id: number; at: Date }>(
  'report-backups',
  `select site_id, at from site_backups
   where site_id = any ($1::bigint[]) and at >= $2 and at < $3 order by at desc, site_id limit $4`,
)
export const listBackups = (db: Database, siteIds: number[], { from, to }: Period, most: number) =>
  db.fetch(backups, [siteIds, from, to, most])

const backupCounts = statement<{ site_id: number; total: number; last_at: Date }>(
  'report-backup-counts',
  `select site_id, count(*) as total, max(at) as last_at from site_backups
   where site_id = any ($1::bigint[]) and at >= $2 and at < $3 group by site_id`,
)
export const countBackups = (db: Database, siteIds: number[], { from, to }: Period) =>
  db.fetch(backupCounts, [siteIds, from, to])

export interface WorkLine {
  site_id: number
  task_id: number
  date: string
  title: string
  created_by: string
  milliseconds: number
}

// Work for several sites is work for each of them; what is canceled was not done.
const work = statement<WorkLine>(
  'report-work',
  `select task_sites.site_id, tasks.id as task_id, tasks.date, tasks.title, tasks.created_by,
     coalesce(sum(entries.milliseconds) filter (where entries.replaced_at is null), 0)::float8 as milliseconds
   from time_task_sites as task_sites
   join time_tasks as tasks on tasks.id = task_sites.task_id
   left join time_entries as entries on entries.task_id = tasks.id
   where task_sites.site_id = any ($1::bigint[]) and tasks.date >= $2::date and tasks.date <= $3::date
     and tasks.task_status <> 'canceled'
   group by task_sites.site_id, tasks.id order by tasks.date desc, tasks.id desc limit $4`,
)
export const listWork = (db: Database, siteIds: number[], { start_date, end_date }: Period, most: number) =>
  db.fetch(work, [siteIds, start_date, end_date, most])
