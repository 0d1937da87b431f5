import { momentIn, wallClock } from '../../platform/time-zone.ts'
import type { Freeze, UpdateWindow } from './policy.ts'

const dayMs = 86_400_000
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The calendar day in the zone, at noon UTC, so that no change of clocks shifts it. */
function dayIn(at: Date, zone: string): Date {
  const { year, month, day } = wallClock(at, zone)
  return new Date(Date.UTC(year, month - 1, day, 12))
}

interface Opening {
  from: Date
  to: Date
}

/** The openings of the windows that begin from the day before until `days` later, in order. */
function openings(windows: readonly UpdateWindow[], at: Date, zone: string, days: number): Opening[] {
  const today = dayIn(at, zone).getTime()
  const found: Opening[] = []
  for (let offset = -1; offset <= days; offset++) {
    const date = new Date(today + offset * dayMs)
    for (const { days: weekdays, from, to } of windows) {
      if (!weekdays.includes(date.getUTCDay())) continue
      const length = (minutesOf(to) - minutesOf(from) + 1_440) % 1_440 || 1_440
      const opens = momentIn(date, minutesOf(from), zone)
      found.push({ from: opens, to: new Date(opens.getTime() + length * 60_000) })
    }
  }
  return found.sort((a, b) => a.from.getTime() - b.from.getTime())
}

/** The window that is open now; null when none is. */
export const openWindow = (windows: readonly UpdateWindow[], at: Date, zone: string): Opening | null =>
  openings(windows, at, zone, 0).find(({ from, to }) => from <= at && at < to) ?? null

/** When the next window opens. Every window opens at least once a week. */
export const nextWindow = (windows: readonly UpdateWindow[], at: Date, zone: string): Date | null =>
  openings(windows, at, zone, 8).find(({ from }) => from > at)?.from ?? null

/** The freeze that includes this moment; null when none does. */
export function findFreeze(freezes: readonly Freeze[], at: Date, zone: string): Freeze | null {
  const day = dayIn(at, zone).toISOString().slice(0, 10)
  return freezes.find(({ from, to }) => from <= day && day <= to) ?? null
}
