import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import type { CountsColumns } from './monitor-table.ts'

export interface HourOfSite extends CountsColumns {
  hour: Date
  beats: Buffer
}

export interface DayOfSite extends CountsColumns {
  day: string
  beats: Buffer
}

/** Sites with hours before then, in the order of their numbers. */
export async function listSitesToRollUp(db: Database, before: Date, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    select distinct site_id from monitor_hours where site_id > ${after} and hour < ${before}
    order by site_id limit ${most}`.execute(db)
  return rows.map((row) => row.site_id)
}

/** Takes the hours away; whoever does must keep them as days in the same transaction. */
export async function takeHours(trx: Db, siteIds: number[], before: Date): Promise<HourOfSite[]> {
  const { rows } = await sql<HourOfSite>`
    delete from monitor_hours where site_id = any (${siteIds}::bigint[]) and hour < ${before} returning *`.execute(trx)
  return rows
}

/** The packed checks of days that were rolled up before; held until the transaction ends. */
export async function findKnownDays(
  trx: Db,
  days: Pick<DayOfSite, 'site_id' | 'day'>[],
): Promise<Pick<DayOfSite, 'site_id' | 'day' | 'beats'>[]> {
  const { rows } = await sql<Pick<DayOfSite, 'site_id' | 'day' | 'beats'>>`
    select site_id, day, beats from monitor_day_beats
    where (site_id, day) in (select * from unnest(
      ${days.map(({ site_id }) => site_id)}::bigint[], ${days.map(({ day }) => day)}::date[]))
    for update`.execute(trx)
  return rows
}

/** Adds the counts to those of the day; the packed checks replace what was there. */
export async function storeDays(trx: Db, days: DayOfSite[]): Promise<void> {
  const column = <Name extends keyof DayOfSite>(name: Name) => days.map((day) => day[name])
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

export interface Forgotten {
  beat_days: number
  days: number
  incidents: number
}

/** Checks before one date, counts and incidents that ended before another. */
export async function forgetBefore(db: Database, beats: string, counts: string): Promise<Forgotten> {
  const beatDays = await db.deleteFrom('monitor_day_beats').where('day', '<', beats).executeTakeFirst()
  const days = await db.deleteFrom('monitor_days').where('day', '<', counts).executeTakeFirst()
  const incidents = await db
    .deleteFrom('monitor_incidents')
    .where('ended_at', '<', new Date(`${counts}T00:00:00Z`))
    .executeTakeFirst()
  return {
    beat_days: Number(beatDays.numDeletedRows),
    days: Number(days.numDeletedRows),
    incidents: Number(incidents.numDeletedRows),
  }
}
