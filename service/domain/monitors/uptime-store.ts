import { type Database, statement } from '../../platform/database/database.ts'

// A check is counted in an hour or, after the roll-up, in a day; never in both. Rounded down, so that one failed check is visible.
const compute = statement<{ site_id: number }>(
  'monitor-uptime-reckon',
  `with counted as (
     select site_id, sum(up) as up, sum(down) as down from (
       select site_id, up, down from monitor_hours where hour > $1
       union all
       select site_id, up, down from monitor_days where day > ($1::timestamptz at time zone 'UTC')::date) as seen
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
   returning monitors.site_id`,
)

/** Stores each site's uptime percentage since that time, for sorting. Returns the number of changes. */
export const updateUptimes = async (db: Database, since: Date): Promise<number> =>
  (await db.fetch(compute, [since])).length
