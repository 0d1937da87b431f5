import { sql } from 'kysely'
import type { Day } from '../../platform/calendar.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import type { CountsColumns } from './monitor-table.ts'

export interface SiteHour extends CountsColumns {
  hour: Date
  beats: Buffer
}

export interface SiteDay extends CountsColumns {
  day: Day
  beats: Buffer
}

/** Sites with hours before that time, ordered by id. */
export async function listSitesToRollUp(db: Database, before: Date, after: number, max: number): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    select distinct site_id from monitor_hours where site_id > ${after} and hour < ${before}
    order by site_id limit ${max}`.execute(db)
  return rows.map((row) => row.site_id)
}

/** Deletes and returns the hours; the caller must store them as days in the same transaction. */
export async function deleteHours(trx: Db, siteIds: number[], before: Date): Promise<SiteHour[]> {
  const { rows } = await sql<SiteHour>`
    delete from monitor_hours where site_id = any (${siteIds}::bigint[]) and hour < ${before} returning *`.execute(trx)
  return rows
}

/** Locks and returns the packed checks of days that were rolled up before. */
export async function lockKnownDays(
  trx: Db,
  days: Pick<SiteDay, 'site_id' | 'day'>[],
): Promise<Pick<SiteDay, 'site_id' | 'day' | 'beats'>[]> {
  const { rows } = await sql<Pick<SiteDay, 'site_id' | 'day' | 'beats'>>`
    select site_id, day, beats from monitor_day_beats
    where (site_id, day) in (select * from unnest(
      ${days.map(({ site_id }) => site_id)}::bigint[], ${days.map(({ day }) => day)}::date[]))
    for update`.execute(trx)
  return rows
}

/** Adds the counts to those of the day; replaces the packed checks. */
export async function upsertDays(trx: Db, days: SiteDay[]): Promise<void> {
  const column = <Name extends keyof SiteDay>(name: Name) => days.map((day) => day[name])
  await sql`
    insert into monitor_days as days (site_id, day, up, down, pending, total_ms, min_ms, max_ms)
    select * from unnest(${column('site_id')}::bigint[], ${column('day')}::date[], ${column('up')}::int[],
      ${column('down')}::int[], ${column('pending')}::int[], ${column('total_ms')}::bigint[], ${column('min_ms')}::int[],
      ${column('max_ms')}::int[])
    on conflict (site_id, day) do update set
      up = days.up + excluded.up, down = days.down + excluded.down, pending = days.pending + excluded.pending,
      total_ms = days.total_ms + excluded.total_ms, min_ms = least(days.min_ms, excluded.min_ms),
      max_ms = greatest(days.max_ms, excluded.max_ms)`.execute(trx)
  await sql`
    insert into monitor_day_beats (site_id, day, beats)
    select * from unnest(${column('site_id')}::bigint[], ${column('day')}::date[], ${column('beats')}::bytea[])
    on conflict (site_id, day) do update set beats = excluded.beats`.execute(trx)
}

const maxDaysPerSite = 400

/** Deletes a batch of days before then, site by site along the primary key: it reads no other rows and needs no further index. */
export const deleteOldDays =
  (table: 'monitor_days' | 'monitor_day_beats') =>
  async (db: Database, before: Date, limit: number): Promise<number> => {
    const name = sql.table(table)
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} as stored using (
        select monitors.site_id, old.day from monitors cross join lateral (
          select day from ${name} as each where each.site_id = monitors.site_id and each.day < ${before.toISOString()}
          order by day limit ${sql.lit(maxDaysPerSite)}) as old
        limit ${limit}) as found
      where stored.site_id = found.site_id and stored.day = found.day`.execute(db)
    return Number(numAffectedRows)
  }
