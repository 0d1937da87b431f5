import type { MonitorSettings } from './monitor-settings.ts'
import { nextAfterCheck, nextAfterFailure } from './spread.ts'
import type { WatchedRow } from './watch-store.ts'

/** A monitor that nobody here has planned yet. */
export interface Unplanned {
  row: Pick<WatchedRow, 'site_id' | 'status' | 'checked_at'>
  settings: Pick<MonitorSettings, 'intervalSeconds'>
}

/** However rarely they are checked: after this time all that was missed is made up for. */
const longestCatchUpMs = 5 * 60_000
/** A few monitors are no herd. */
const longestApartMs = 250

/** How many checks these monitors need in a millisecond. */
export const paceOf = (monitors: readonly Unplanned[]): number =>
  monitors.reduce((sum, { settings }) => sum + 1 / (settings.intervalSeconds * 1000), 0)

/**
 * When to check monitors that somebody else watched until now, or nobody. What is overdue is made up for at twice the
 * usual pace, so that a restart asks for no herd; what waits longest, for its interval, comes first and at once, so that
 * nothing is put off for ever when whoever watches dies again and again.
 */
export function catchUp<Monitor extends Unplanned>(
  monitors: readonly Monitor[],
  pace: number,
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
  const apartMs = Math.min(1 / (2 * pace), longestApartMs, longestCatchUpMs / overdue.length)
  return [...inTime, ...overdue.map(({ monitor }, place) => ({ monitor, at: now + Math.floor(place * apartMs) }))]
}

const intervalMs = ({ settings }: Unplanned) => settings.intervalSeconds * 1000

/** When a monitor is due by what the database knows of its last check; null when that tells nothing. */
function dueOf(monitor: Unplanned, now: number): number | null {
  const { site_id, status, checked_at } = monitor.row
  // A last check that lies ahead tells of a clock that was set back.
  if (checked_at === null || checked_at.getTime() > now) return null
  const checked = checked_at.getTime()
  if (status === 'pending') return nextAfterFailure(intervalMs(monitor), checked)
  return nextAfterCheck(site_id, intervalMs(monitor), checked)
}
