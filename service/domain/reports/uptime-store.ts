import { type Database, statement } from '../../platform/database/database.ts'
import type { ReportPeriod } from './period.ts'

export interface UptimeDay {
  site_id: number
  day: string
  up: number
  down: number
  total_ms: number
  min_ms: number | null
  max_ms: number | null
}

// A check is counted either in an hour or, after the roll-up, in a day.
const days = statement<UptimeDay>(
  'report-uptime-days',
  `select site_id, day, sum(up) as up, sum(down) as down, sum(total_ms)::float8 as total_ms, min(min_ms) as min_ms, max(max_ms) as max_ms
   from (
     select site_id, (hour at time zone 'UTC')::date as day, up, down, total_ms, min_ms, max_ms
     from monitor_hours where site_id = any ($1::bigint[]) and hour >= $2 and hour < $3
     union all
     select site_id, day, up, down, total_ms, min_ms, max_ms from monitor_days
     where site_id = any ($1::bigint[]) and day >= ($2::timestamptz at time zone 'UTC')::date
       and day < ($3::timestamptz at time zone 'UTC')::date) as counted
   group by site_id, day order by site_id, day`,
)

export const listUptimeDays = (db: Database, siteIds: number[], { from, to }: Pick<ReportPeriod, 'from' | 'to'>) =>
  db.fetch(days, [siteIds, from, to])

export interface ReportedIncident {
  site_id: number
  started_at: Date
  ended_at: Date | null
  cause: string
  /** Within the period; an open incident counts up to now. */
  seconds: number
}

const incidents = statement<ReportedIncident>(
  'report-incidents',
  `select site_id, started_at, ended_at, cause, greatest(0, extract(epoch from
     least(coalesce(ended_at, $4), $3, $4) - greatest(started_at, $2)))::float8 as seconds
   from monitor_incidents
   where site_id = any ($1::bigint[]) and started_at < $3 and coalesce(ended_at, 'infinity') >= $2
   order by started_at desc, id desc limit $5`,
)

/** Incidents that overlap the period, newest first. */
export const listIncidentsInPeriod = (
  db: Database,
  siteIds: number[],
  { from, to }: ReportPeriod,
  now: Date,
  limit: number,
) => db.fetch(incidents, [siteIds, from, to, now, limit])

export interface IncidentSum {
  site_id: number
  total: number
  seconds: number
}

const incidentSums = statement<IncidentSum>(
  'report-incident-sums',
  `select site_id, count(*) as total, sum(greatest(0, extract(epoch from
     least(coalesce(ended_at, $4), $3, $4) - greatest(started_at, $2))))::float8 as seconds
   from monitor_incidents
   where site_id = any ($1::bigint[]) and started_at < $3 and coalesce(ended_at, 'infinity') >= $2
   group by site_id`,
)

export const sumIncidents = (db: Database, siteIds: number[], { from, to }: ReportPeriod, now: Date) =>
  db.fetch(incidentSums, [siteIds, from, to, now])

const statuses = statement<{ site_id: number; status: string }>(
  'report-monitor-status',
  'select site_id, status from monitors where site_id = any ($1::bigint[])',
)

export const listMonitorStatuses = (db: Database, siteIds: number[]) => db.fetch(statuses, [siteIds])
