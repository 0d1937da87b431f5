import { timeZoneOf } from '../../operation/configured-days.ts'
import { isoTime } from '../../operation/shapes.ts'
import { addDays, type Day, dayMs, spanOfDays } from '../../platform/calendar.ts'
import {
  computeUptime,
  downtimeOf,
  isMaintenanceOnly,
  listHistories,
  type MonitorHistory,
  sumUptimes,
  type Uptime,
  uptimePercent,
} from '../monitors/index.ts'
import type { ReportPeriod } from './period.ts'
import { maxRows, type SegmentQuery, type SegmentResult, type Totals } from './report.ts'
import {
  type CheckedDay,
  type IncidentInPeriod,
  listCheckedDays,
  listIncidentsInPeriod,
  listMonitorStatuses,
} from './uptime-store.ts'

const longRanges = [7, 15, 30, 45, 60]

/** Checks are stored per day in UTC: the days with the names of the days of the period. */
const storedDays = ({ start_date, end_date }: ReportPeriod) => spanOfDays(start_date, end_date, 'UTC')

export type ReportedIncident = IncidentInPeriod & {
  /** Downtime within the period. */
  seconds: number
}

/** The uptime of a day in the configured time zone, and the checks of the day with the same name in UTC. */
export interface UptimeDay {
  day: Day
  uptime: Uptime
  checked: CheckedDay | undefined
}

export interface SiteUptime {
  site_id: number
  whole: Uptime
  days: UptimeDay[]
  incidents: ReportedIncident[]
}

type UptimeQuery = Pick<SegmentQuery, 'db' | 'settings' | 'siteIds' | 'period' | 'now'>

/** The uptime of each site in the period, as monitors/uptime.ts defines it. */
export async function readSiteUptimes({ db, settings, siteIds, period, now }: UptimeQuery): Promise<SiteUptime[]> {
  const [histories, checked, incidents] = await Promise.all([
    listHistories({ db, settings, now }, siteIds, period.from),
    listCheckedDays(db, siteIds, storedDays(period)),
    listIncidentsInPeriod(db, siteIds, period, maxRows),
  ])
  const zone = timeZoneOf(settings)
  const days = Array.from({ length: period.days }, (_, index) => addDays(period.start_date, index))
  const checksOf = Map.groupBy(checked, ({ site_id }) => site_id)
  const incidentsOf = Map.groupBy(incidents, ({ site_id }) => site_id)
  return siteIds.flatMap((site_id) => {
    const history = histories.get(site_id)
    if (!history) return []
    const byDay = new Map(checksOf.get(site_id)?.map((each) => [each.day, each]))
    return {
      site_id,
      whole: computeUptime(history, period, now),
      days: days.map((day) => ({
        day,
        uptime: computeUptime(history, spanOfDays(day, day, zone), now),
        checked: byDay.get(day),
      })),
      incidents: (incidentsOf.get(site_id) ?? [])
        .filter((incident) => !isMaintenanceOnly(history, outageOf(incident), period, now))
        .map((incident) => ({ ...incident, seconds: downtimeOf(history, outageOf(incident), period, now) / 1000 })),
    }
  })
}

const outageOf = ({ started_at, ended_at }: IncidentInPeriod) =>
  [started_at.getTime(), ended_at?.getTime() ?? null] as const

/** Rows per day, or per incident with that action. */
export async function readUptime(query: SegmentQuery): Promise<SegmentResult> {
  const { db, settings, siteIds, now, action } = query
  const sites = await readSiteUptimes(query)
  const statuses = await listMonitorStatuses(db, siteIds)
  const lines =
    action === 'incidents'
      ? sites.flatMap(({ site_id, incidents }) =>
          incidents.map((incident) => ({ site_id, row: incidentRow(incident) })),
        )
      : sites.flatMap(({ site_id, days }) =>
          days.filter(({ checked }) => checked).map((day) => ({ site_id, row: toRow(day) })),
        )
  const histories = await listHistories({ db, settings, now }, siteIds, new Date(now.getTime() - 60 * dayMs))
  const totals = { ...sumUptime(sites), status: statusOf(statuses), ...longRatios([...histories.values()], now) }
  return { lines: lines.slice(0, maxRows), totals }
}

const incidentRow = ({ started_at, ended_at, seconds, cause, cause_code }: ReportedIncident) => ({
  started: isoTime(started_at),
  ended: isoTime(ended_at),
  minutes: toMinutes(seconds),
  cause,
  cause_code,
})

const toMinutes = (seconds: number) => Math.round(seconds / 6) / 10

const toRow = ({ day, uptime, checked }: UptimeDay) => {
  const { up = 0, down = 0, total_ms = 0, min_ms = null, max_ms = null } = checked ?? {}
  return {
    day,
    ratio: uptimePercent(uptime),
    checks: up + down,
    failed: down,
    response_avg_ms: up === 0 ? null : Math.round(total_ms / up),
    response_min_ms: min_ms,
    response_max_ms: max_ms,
  }
}

export type UptimeTotals = ReturnType<typeof sumUptime>

export function sumUptime(sites: readonly SiteUptime[]) {
  const whole = sumUptimes(sites.map((site) => site.whole))
  const days = sites.flatMap((site) => site.days.flatMap(({ checked }) => checked ?? []))
  const sum = (of: (day: CheckedDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const known = (name: 'min_ms' | 'max_ms') => days.map((day) => day[name]).filter((value) => value !== null)
  const [up, down] = [sum((day) => day.up), sum((day) => day.down)]
  const [lows, highs] = [known('min_ms'), known('max_ms')]
  return {
    ratio: uptimePercent(whole),
    monitored_hours: Math.round(whole.monitoredMs / 36_000) / 100,
    checks: up + down,
    failed: down,
    incidents: whole.outages,
    downtime_minutes: toMinutes(whole.downMs / 1000),
    response_avg_ms: up === 0 ? null : Math.round(sum((day) => day.total_ms) / up),
    response_min_ms: lows.length === 0 ? null : lows.reduce((a, b) => Math.min(a, b)),
    response_max_ms: highs.length === 0 ? null : highs.reduce((a, b) => Math.max(a, b)),
    maintenance_minutes: toMinutes(whole.maintenanceMs / 1000),
  }
}

function longRatios(histories: readonly MonitorHistory[], now: Date): Totals {
  return Object.fromEntries(
    longRanges.map((range) => {
      const period = { from: new Date(now.getTime() - range * dayMs), to: now }
      return [`ratio_${range}d`, uptimePercent(sumUptimes(histories.map((each) => computeUptime(each, period, now))))]
    }),
  )
}

const statusOf = (statuses: readonly { status: string }[]): string =>
  ['down', 'pending', 'up'].find((status) => statuses.some((each) => each.status === status)) ?? 'unknown'
