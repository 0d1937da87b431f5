import { sql } from 'kysely'
import { type Database, queryRows } from '../../platform/database/database.ts'

/** Stores each site's uptime percentage since that time, for sorting. Returns the number of changes. */
export async function updateUptimes(db: Database, since: Date): Promise<number> {
  // A check is counted in an hour or, after the roll-up, in a day; never in both. Rounded down, so that one failed check
  // is visible.
  const query = sql`with counted as (
      select site_id, sum(up) as up, sum(down) as down from (
        select site_id, up, down from monitor_hours where hour > ${since}
        union all
        select site_id, up, down from monitor_days where day > (${since}::timestamptz at time zone 'UTC')::date) as seen
      group by site_id
    ), known as (
      select monitors.site_id,
        coalesce((floor(100000.0 * up / nullif(up + down, 0)) / 1000)::real, -1) as uptime
      from monitors left join counted on counted.site_id = monitors.site_id
    ), changed as (
      -- Locked in the same order everywhere.
      select monitors.site_id, known.uptime from monitors join known on known.site_id = monitors.site_id
      where known.uptime <> monitors.uptime_30d order by monitors.site_id for no key update of monitors
    )
    update monitors set uptime_30d = changed.uptime from changed where changed.site_id = monitors.site_id
    returning monitors.site_id`
  return (await queryRows(db, query)).length
}
