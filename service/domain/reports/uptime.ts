import { isoTime } from '../../operation/shapes.ts'
import { addDays, dayMs, spanOfDays, utcDay } from '../../platform/calendar.ts'
import type { ReportPeriod } from './period.ts'
import { maxRows, type SegmentQuery, type SegmentResult, type Totals } from './report.ts'
import {
  type IncidentSum,
  listIncidentsInPeriod,
  listMonitorStatuses,
  listUptimeDays,
  sumIncidents,
  type UptimeDay,
} from './uptime-store.ts'

/** With three decimals, never rounded up to 100, so that one failed check in a month is visible. */
export const uptimePercent = (up: number, down: number): number | null =>
  up + down === 0 ? null : Math.floor((up / (up + down)) * 100_000) / 1000

const longRanges = [7, 15, 30, 45, 60]

/** Checks are stored per day in UTC: the days with the names of the days of the period. */
export const storedDays = ({ start_date, end_date }: ReportPeriod) => spanOfDays(start_date, end_date, 'UTC')

/** Rows per day, or per incident with that action. */
export async function readUptime({ db, siteIds, period, now, action }: SegmentQuery): Promise<SegmentResult> {
  const long = { from: new Date(now.getTime() - 60 * dayMs), to: now }
  const [days, sums, statuses, recent, incidents] = await Promise.all([
    listUptimeDays(db, siteIds, storedDays(period)),
    sumIncidents(db, siteIds, period, now),
    listMonitorStatuses(db, siteIds),
    listUptimeDays(db, siteIds, long),
    action === 'incidents' ? listIncidentsInPeriod(db, siteIds, period, now, maxRows) : [],
  ])
  const lines =
    action === 'incidents'
      ? incidents.map(({ site_id, started_at, ended_at, seconds, cause }) => ({
          site_id,
          row: {
            started: isoTime(started_at),
            ended: isoTime(ended_at),
            minutes: Math.round(seconds / 6) / 10,
            cause,
          },
        }))
      : days.slice(0, maxRows).map((day) => ({ site_id: day.site_id, row: toRow(day) }))
  return { lines, totals: { ...sumUptime(days, sums), status: statusOf(statuses), ...longRatios(recent, now) } }
}

const toRow = ({ day, up, down, total_ms, min_ms, max_ms }: UptimeDay) => ({
  day,
  ratio: uptimePercent(up, down),
  checks: up + down,
  failed: down,
  response_avg_ms: up === 0 ? null : Math.round(total_ms / up),
  response_min_ms: min_ms,
  response_max_ms: max_ms,
})

export type UptimeTotals = ReturnType<typeof sumUptime>

export function sumUptime(days: readonly UptimeDay[], sums: readonly IncidentSum[]) {
  const sum = (of: (day: UptimeDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const known = (name: 'min_ms' | 'max_ms') => days.map((day) => day[name]).filter((value) => value !== null)
  const [up, down] = [sum((day) => day.up), sum((day) => day.down)]
  const [lows, highs] = [known('min_ms'), known('max_ms')]
  return {
    ratio: uptimePercent(up, down),
    checks: up + down,
    failed: down,
    incidents: sums.reduce((total, each) => total + each.total, 0),
    downtime_minutes: Math.round(sums.reduce((total, each) => total + each.seconds, 0) / 6) / 10,
    response_avg_ms: up === 0 ? null : Math.round(sum((day) => day.total_ms) / up),
    response_min_ms: lows.length === 0 ? null : lows.reduce((a, b) => Math.min(a, b)),
    response_max_ms: highs.length === 0 ? null : highs.reduce((a, b) => Math.max(a, b)),
  }
}

function longRatios(days: readonly UptimeDay[], now: Date): Totals {
  return Object.fromEntries(
    longRanges.map((range) => {
      const since = addDays(utcDay(now), -range)
      const own = days.filter(({ day }) => day > since)
      const sum = (name: 'up' | 'down') => own.reduce((total, day) => total + day[name], 0)
      return [`ratio_${range}d`, uptimePercent(sum('up'), sum('down'))]
    }),
  )
}

const statusOf = (statuses: readonly { status: string }[]): string =>
  ['down', 'pending', 'up'].find((status) => statuses.some((each) => each.status === status)) ?? 'unknown'
