import { sql } from 'kysely'
import type { Day } from '../../platform/calendar.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import type { ReportPeriod } from './period.ts'

/** The checks of a day. */
export interface CheckedDay {
  site_id: number
  day: Day
  up: number
  down: number
  total_ms: number
  min_ms: number | null
  max_ms: number | null
}

/** A check is counted either in an hour or, after the roll-up, in a day. */
export const listCheckedDays = (db: Database, siteIds: number[], { from, to }: Pick<ReportPeriod, 'from' | 'to'>) =>
  queryRows(
    db,
    sql<CheckedDay>`select site_id, day, sum(up) as up, sum(down) as down, sum(total_ms)::float8 as total_ms,
        min(min_ms) as min_ms, max(max_ms) as max_ms
      from (
        select site_id, (hour at time zone 'UTC')::date as day, up, down, total_ms, min_ms, max_ms
        from monitor_hours where site_id = any (${siteIds}::bigint[]) and hour >= ${from} and hour < ${to}
        union all
        select site_id, day, up, down, total_ms, min_ms, max_ms from monitor_days
        where site_id = any (${siteIds}::bigint[]) and day >= (${from}::timestamptz at time zone 'UTC')::date
          and day < (${to}::timestamptz at time zone 'UTC')::date) as counted
      group by site_id, day order by site_id, day`,
  )

export interface IncidentInPeriod {
  site_id: number
  started_at: Date
  ended_at: Date | null
  cause: string
  cause_code: string
  /** What people wrote for the client; null if nothing. */
  report_text: string | null
}

/** Incidents that overlap the period, newest first. */
export const listIncidentsInPeriod = (db: Database, siteIds: number[], { from, to }: ReportPeriod, limit: number) =>
  queryRows(
    db,
    sql<IncidentInPeriod>`select site_id, started_at, ended_at, cause, cause_code, nullif(report_text, '') as report_text
      from monitor_incidents left join incident_handling on incident_id = id
      where site_id = any (${siteIds}::bigint[]) and started_at < ${to} and coalesce(ended_at, 'infinity') > ${from}
        and started_at >= coalesce((select address_changed_at from sites where sites.id = site_id), '-infinity')
      order by started_at desc, id desc limit ${limit}`,
  )

export const listMonitorStatuses = (db: Database, siteIds: number[]) =>
  queryRows(
    db,
    sql<{ site_id: number; status: string }>`select site_id, status from monitors
      where site_id = any (${siteIds}::bigint[])`,
  )
