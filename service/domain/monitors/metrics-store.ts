import { sql } from 'kysely'
import { type Database, queryRows } from '../../platform/database/database.ts'

/** Response times of the successful checks. */
export interface HourRow {
  site_id: number
  hour: Date
  up: number
  total_ms: number
  min_ms: number | null
  max_ms: number | null
}

/** Hours that began after `since`. */
export const listHours = (db: Database, siteIds: number[], since: Date): Promise<HourRow[]> =>
  queryRows(
    db,
    sql<HourRow>`select site_id, hour, up, total_ms, min_ms, max_ms from monitor_hours
      where site_id = any (${siteIds}::bigint[]) and hour > ${since} order by hour`,
  )
