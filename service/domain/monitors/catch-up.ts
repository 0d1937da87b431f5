import type { MonitorSettings } from './monitor-settings.ts'
import { nextAfterCheck, nextAfterFailure } from './spread.ts'
import type { WatchedRow } from './watch-store.ts'

/** A monitor that this process has not scheduled yet. */
export interface Unplanned {
  row: Pick<WatchedRow, 'site_id' | 'status' | 'checked_at'>
  settings: Pick<MonitorSettings, 'intervalSeconds'>
}

/** All missed checks run within this time, even for long intervals. */
const maxCatchUpMs = 5 * 60_000
/** A few overdue monitors need no spreading. */
const maxGapMs = 250

/** The number of checks per millisecond that these monitors need. */
export const checksPerMs = (monitors: readonly Unplanned[]): number =>
  monitors.reduce((sum, { settings }) => sum + 1 / (settings.intervalSeconds * 1000), 0)

/**
 * Schedules monitors that this process did not check before. Overdue checks run at twice the usual rate, so that a
 * restart causes no burst. The longest overdue check, relative to its interval, runs first and at once, so that no
 * check is delayed forever when processes crash repeatedly.
 */
export function catchUp<Monitor extends Unplanned>(
  monitors: readonly Monitor[],
  rate: number,
  now: number,
): { monitor: Monitor; at: number }[] {
  const inTime: { monitor: Monitor; at: number }[] = []
  const overdue: { monitor: Monitor; waited: number }[] = []
  for (const monitor of monitors) {
    const due = dueOf(monitor, now)
    if (due !== null && due > now) inTime.push({ monitor, at: due })
    else overdue.push({ monitor, waited: due === null ? Number.MAX_VALUE : (now - due) / intervalMs(monitor) })
  }
  overdue.sort((one, other) => other.waited - one.waited)
  const gapMs = Math.min(1 / (2 * rate), maxGapMs, maxCatchUpMs / overdue.length)
  return [...inTime, ...overdue.map(({ monitor }, index) => ({ monitor, at: now + Math.floor(index * gapMs) }))]
}

const intervalMs = ({ settings }: Unplanned) => settings.intervalSeconds * 1000

/** The due time by the stored last check; null when it cannot be derived. */
function dueOf(monitor: Unplanned, now: number): number | null {
  const { site_id, status, checked_at } = monitor.row
  // A last check in the future means that the clock was set back.
  if (checked_at === null || checked_at.getTime() > now) return null
  const checked = checked_at.getTime()
  if (status === 'pending') return nextAfterFailure(intervalMs(monitor), checked)
  return nextAfterCheck(site_id, intervalMs(monitor), checked)
}
