import type { ColumnType, Generated } from 'kysely'
import type { Day } from '../../platform/calendar.ts'
import type { CheckedStatus } from './decide-status.ts'
import type { MonitorType, ProbeMethod } from './monitor-settings.ts'

export interface MonitorTable {
  site_id: number
  share: ColumnType<number, never, never>
  active: boolean | null
  interval_seconds: number | null
  timeout_ms: number | null
  max_retries: number | null
  type: MonitorType | null
  method: ProbeMethod | null
  expected_status: string | null
  keyword: string | null
  emails: Generated<string[]>
  status: Generated<CheckedStatus>
  failures: Generated<number>
  failing_since: Date | null
  checked_at: Date | null
  http_code: Generated<number>
  response_ms: number | null
  message: Generated<string>
  address: string | null
  /** The first check whose result says something about the site; see uptime.ts. */
  known_since: Date | null
  /** The last check that counts: not one of a paused monitor. */
  counted_at: Date | null
  /** Percent of the last 30 days; negative: unknown. */
  uptime_30d: Generated<number>
}

/** Check counts of an hour or a day. */
export interface CountsColumns {
  site_id: number
  up: number
  down: number
  pending: number
  /** Response times of the checks that were up. */
  total_ms: number
  min_ms: number | null
  max_ms: number | null
}

export interface IncidentTable {
  id: Generated<number>
  site_id: number
  started_at: Date
  ended_at: Date | null
  /** `paused`: a pause interrupted it; the first checks afterwards continue or end it. */
  ended_by: 'up' | 'paused' | null
  cause_code: string
  cause: string
  down_count: number
  alarm: Generated<Alarm>
}

/** held: it began in maintenance and is announced when that ends. skipped: it ended before. */
export type Alarm = 'sent' | 'held' | 'skipped'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    monitors: MonitorTable
    monitor_hours: CountsColumns & { hour: Date; beats: Buffer }
    monitor_days: CountsColumns & { day: Day }
    monitor_day_beats: { site_id: number; day: Day; beats: Buffer }
    monitor_incidents: IncidentTable
    monitor_gaps: { site_id: number; started_at: Date; ended_at: Date }
    monitor_workers: { holder: string; seen_until: Date }
    monitor_shares: { share: number; holder: string | null; held_until: Generated<Date> }
  }
}
