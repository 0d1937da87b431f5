import { type Database, statement } from '../../platform/database/database.ts'

/** Data for charts and ratios of one page of monitors. */

export interface HourRow {
  site_id: number
  hour: Date
  up: number
  down: number
  total_ms: number
  min_ms: number | null
  max_ms: number | null
}

const hoursOf = statement<HourRow>(
  'monitor-hours-of',
  `select site_id, hour, up, down, total_ms, min_ms, max_ms from monitor_hours
   where site_id = any ($1::bigint[]) and hour > $2 order by hour`,
)

/** Hours that began after `since`. */
export const listHours = (db: Database, siteIds: number[], since: Date): Promise<HourRow[]> =>
  db.fetch(hoursOf, [siteIds, since])

export interface LongTermRow {
  site_id: number
  up_7d: number
  down_7d: number
  up_30d: number
  down_30d: number
  incidents_7d: number
  incidents_30d: number
}

// A check is counted in an hour or, after the roll-up, in a day; never in both.
const longOf = statement<LongTermRow>(
  'monitor-weeks-of',
  `select ids.site_id, coalesce(up_7d, 0) as up_7d, coalesce(down_7d, 0) as down_7d, coalesce(up_30d, 0) as up_30d,
     coalesce(down_30d, 0) as down_30d, incidents_7d, incidents_30d
   from unnest($1::bigint[]) as ids (site_id)
   cross join lateral (
     select sum(up) filter (where at > $2) as up_7d, sum(down) filter (where at > $2) as down_7d,
       sum(up) as up_30d, sum(down) as down_30d
     from (
       select up, down, hour as at from monitor_hours where site_id = ids.site_id and hour > $3
       union all
       select up, down, day::timestamp at time zone 'UTC' from monitor_days
       where site_id = ids.site_id and day > ($3::timestamptz at time zone 'UTC')::date) as counted) as sums
   cross join lateral (
     select count(*) filter (where coalesce(ended_at, 'infinity') > $2) as incidents_7d, count(*) as incidents_30d
     from monitor_incidents where site_id = ids.site_id and coalesce(ended_at, 'infinity') > $3) as incidents`,
)

/** The last 7 and 30 days; rolled-up days are UTC days. */
export const listLongTermMetrics = (
  db: Database,
  siteIds: number[],
  weekAgo: Date,
  monthAgo: Date,
): Promise<LongTermRow[]> => db.fetch(longOf, [siteIds, weekAgo, monthAgo])
