import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { type HourRow, listHours } from './metrics-store.ts'
import type { MonitorBrief, MonitorRecord } from './monitor.ts'
import type { MonitorRow } from './monitor-list-store.ts'
import { effectiveSettings, globalSettings, ownSettings } from './monitor-settings.ts'
import { computeUptime, type MonitorHistory, type Uptime, uptimePercent } from './uptime.ts'
import { listHistories } from './uptime-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const briefMonitor = ({ id, url, name, shown_status }: MonitorRow): z.input<typeof MonitorBrief> => ({
  id,
  monitor_id: id,
  url,
  name,
  last_status: shown_status,
})

/** Monitors with their figures, in three queries for any number of monitors. */
export async function describeMonitors(
  { db, clock, settings }: Pick<Context, 'db' | 'clock' | 'settings'>,
  rows: MonitorRow[],
): Promise<z.input<typeof MonitorRecord>[]> {
  const ids = rows.map(({ id }) => id)
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const [hours, histories] = await Promise.all([
    listHours(db, ids, before(dayMs)),
    listHistories({ db, settings, now }, ids, before(30 * dayMs)),
  ])
  const hoursOf = Map.groupBy(hours, (row) => row.site_id)
  const global = globalSettings(settings)
  return rows.map((row) => {
    const { type, active, intervalSeconds } = effectiveSettings(ownSettings(row), global)
    return {
      ...briefMonitor(row),
      type,
      active,
      check_frequency: formatFrequency(intervalSeconds),
      last_check_at: isoTime(row.checked_at),
      stale: row.shown_status !== 'paused' && row.is_stale,
      last_status_code: row.checked_at === null ? null : row.http_code,
      last_message: row.message,
      never_reached: row.checked_at !== null && row.known_since === null,
      ...responseTimes(hoursOf.get(row.id) ?? []),
      ...uptimeFigures(histories.get(row.id) ?? neverChecked, now),
    }
  })
}

const neverChecked: MonitorHistory = {
  knownSince: null,
  countedAt: null,
  intervalMs: 0,
  isPaused: true,
  gaps: [],
  outages: [],
  maintenance: [],
}

function uptimeFigures(history: MonitorHistory, now: Date) {
  const lastMs = (ms: number) => computeUptime(history, { from: new Date(now.getTime() - ms), to: now }, now)
  const currentHour = Math.floor(now.getTime() / hourMs) * hourMs
  const [day, week, month] = [lastMs(dayMs), lastMs(7 * dayMs), lastMs(30 * dayMs)]
  return {
    uptime_24h: Array.from({ length: 24 }, (_, index) => {
      const hour = currentHour - (23 - index) * hourMs
      const period = { from: new Date(hour), to: new Date(hour + hourMs) }
      return { timestamp: hour / 1000, status: barOf(computeUptime(history, period, now)) }
    }),
    uptime_ratio_24h: uptimePercent(day),
    uptime_ratio_7d: uptimePercent(week),
    uptime_ratio_30d: uptimePercent(month),
    incidents_count_7d: week.outages,
    incidents_count_30d: month.outages,
    maintenance_sec_30d: Math.round(month.maintenanceMs / 1000),
  }
}

const barOf = ({ monitoredMs, downMs }: Uptime): 0 | 1 | null => (monitoredMs === 0 ? null : downMs > 0 ? 0 : 1)

function responseTimes(hours: HourRow[]) {
  const sum = (of: (row: HourRow) => number) => hours.reduce((total, row) => total + of(row), 0)
  const extreme = (values: (number | null)[], pick: (...values: number[]) => number) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : pick(...known)
  }
  const up = sum((row) => row.up)
  return {
    response_time_avg_ms: up === 0 ? null : Math.round(sum((row) => row.total_ms) / up),
    response_time_min_ms: extreme(
      hours.map((row) => row.min_ms),
      Math.min,
    ),
    response_time_max_ms: extreme(
      hours.map((row) => row.max_ms),
      Math.max,
    ),
  }
}

/** 30s, 5m, 1h. */
export function formatFrequency(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}
