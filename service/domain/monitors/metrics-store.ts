import { sql } from 'kysely'
import { type Database, queryRows } from '../../platform/database/database.ts'

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

/** Hours that began after `since`. */
export const listHours = (db: Database, siteIds: number[], since: Date): Promise<HourRow[]> =>
  queryRows(
    db,
    sql<HourRow>`select site_id, hour, up, down, total_ms, min_ms, max_ms from monitor_hours
      where site_id = any (${siteIds}::bigint[]) and hour > ${since} order by hour`,
  )

export interface LongTermRow {
  site_id: number
  up_7d: number
  down_7d: number
  up_30d: number
  down_30d: number
  incidents_7d: number
  incidents_30d: number
}

/** The last 7 and 30 days; rolled-up days are UTC days. */
export const listLongTermMetrics = (
  db: Database,
  siteIds: number[],
  weekAgo: Date,
  monthAgo: Date,
): Promise<LongTermRow[]> =>
  queryRows(
    db,
    // A check is counted in an hour or, after the roll-up, in a day; never in both.
    sql<LongTermRow>`select ids.site_id, coalesce(up_7d, 0) as up_7d, coalesce(down_7d, 0) as down_7d,
        coalesce(up_30d, 0) as up_30d, coalesce(down_30d, 0) as down_30d, incidents_7d, incidents_30d
      from unnest(${siteIds}::bigint[]) as ids (site_id)
      cross join lateral (
        select sum(up) filter (where at > ${weekAgo}) as up_7d, sum(down) filter (where at > ${weekAgo}) as down_7d,
          sum(up) as up_30d, sum(down) as down_30d
        from (
          select up, down, hour as at from monitor_hours where site_id = ids.site_id and hour > ${monthAgo}
          union all
          select up, down, day::timestamp at time zone 'UTC' from monitor_days
          where site_id = ids.site_id and day > (${monthAgo}::timestamptz at time zone 'UTC')::date) as counted) as sums
      cross join lateral (
        select count(*) filter (where coalesce(ended_at, 'infinity') > ${weekAgo}) as incidents_7d, count(*) as incidents_30d
        from monitor_incidents where site_id = ids.site_id and coalesce(ended_at, 'infinity') > ${monthAgo}) as incidents`,
  )
