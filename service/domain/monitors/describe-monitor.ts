import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { type HourRow, type LongTermRow, listHours, listLongTermMetrics } from './metrics-store.ts'
import type { MonitorBrief, MonitorRecord } from './monitor.ts'
import type { MonitorRow } from './monitor-list-store.ts'
import { effectiveSettings, globalSettings, ownSettings } from './monitor-settings.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const briefMonitor = ({ id, url, name, shown_status }: MonitorRow): z.input<typeof MonitorBrief> => ({
  id,
  monitor_id: id,
  url,
  name,
  last_status: shown_status,
})

/** Monitors with their figures, in two queries for any number of monitors. */
export async function describeMonitors(
  { db, clock, settings }: Pick<Context, 'db' | 'clock' | 'settings'>,
  rows: MonitorRow[],
): Promise<z.input<typeof MonitorRecord>[]> {
  const ids = rows.map(({ id }) => id)
  const now = clock.now().getTime()
  const before = (ms: number) => new Date(now - ms)
  const [hours, long] = await Promise.all([
    listHours(db, ids, before(dayMs)),
    listLongTermMetrics(db, ids, before(7 * dayMs), before(30 * dayMs)),
  ])
  const hoursOf = Map.groupBy(hours, (row) => row.site_id)
  const longOf = new Map(long.map((row) => [row.site_id, row]))
  const global = globalSettings(settings)
  return rows.map((row) => {
    const { type, active, intervalSeconds } = effectiveSettings(ownSettings(row), global)
    return {
      ...briefMonitor(row),
      type,
      active,
      check_frequency: formatFrequency(intervalSeconds),
      last_check_at: isoTime(row.checked_at),
      last_status_code: row.checked_at === null ? null : row.http_code,
      last_message: row.message,
      ...lastDay(hoursOf.get(row.id) ?? [], now),
      ...longTermFigures(longOf.get(row.id)),
    }
  })
}

function lastDay(hours: HourRow[], now: number) {
  const byHour = new Map(hours.map((row) => [row.hour.getTime(), row]))
  const current = Math.floor(now / hourMs) * hourMs
  const sum = (of: (row: HourRow) => number) => hours.reduce((total, row) => total + of(row), 0)
  const extreme = (values: (number | null)[], pick: (...values: number[]) => number) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : pick(...known)
  }
  const up = sum((row) => row.up)
  return {
    uptime_24h: Array.from({ length: 24 }, (_, index) => {
      const hour = current - (23 - index) * hourMs
      return { timestamp: hour / 1000, status: barOf(byHour.get(hour)) }
    }),
    uptime_ratio_24h: ratio(
      up,
      sum((row) => row.down),
    ),
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

const barOf = (row: HourRow | undefined): 0 | 1 | null => {
  if (!row || row.up + row.down === 0) return null
  return row.down === 0 ? 1 : 0
}

const longTermFigures = (row: LongTermRow | undefined) => ({
  uptime_ratio_7d: row ? ratio(row.up_7d, row.down_7d) : null,
  uptime_ratio_30d: row ? ratio(row.up_30d, row.down_30d) : null,
  incidents_count_7d: row?.incidents_7d ?? 0,
  incidents_count_30d: row?.incidents_30d ?? 0,
})

/** Percent with three decimals, rounded down, so that one failed check in a month is visible. */
const ratio = (up: number, down: number): number | null =>
  up + down === 0 ? null : Math.floor((up / (up + down)) * 100_000) / 1000

/** 30s, 5m, 1h. */
export function formatFrequency(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}
