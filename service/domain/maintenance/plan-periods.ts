import { addDays, type Day, dayAt } from '../../platform/calendar.ts'
import { wallClock } from '../../platform/time-zone.ts'
import type { WindowRow } from './window-store.ts'

/** Periods are stored this far ahead. */
export const planAheadMs = 14 * 86_400_000

export interface PlannedPeriod {
  starts_at: Date
  ends_at: Date
}

/** The periods of a window that begin after `after` and not later than `until`. */
export function planPeriods(
  window: Pick<
    WindowRow,
    'starts_at' | 'ends_at' | 'weekdays' | 'start_time' | 'duration_minutes' | 'time_zone' | 'last_day'
  >,
  after: Date,
  until: Date,
): PlannedPeriod[] {
  const { starts_at, ends_at, weekdays, start_time, duration_minutes, time_zone, last_day } = window
  if (starts_at && ends_at) return [{ starts_at, ends_at }]
  if (!weekdays || start_time === null || duration_minutes === null || time_zone === null) return []
  const periods: PlannedPeriod[] = []
  // The day before, because the day of the zone may have begun earlier.
  for (let day = addDays(dayAt(after, time_zone), -1); day <= dayAt(until, time_zone); day = addDays(day, 1)) {
    if (last_day !== null && day > last_day) break
    if (!weekdays.includes(weekdayOf(day))) continue
    const begin = momentOfDay(day, start_time, time_zone)
    if (begin <= after || begin > until) continue
    periods.push({ starts_at: begin, ends_at: new Date(begin.getTime() + duration_minutes * 60_000) })
  }
  return periods
}

/** 1 is Monday. */
const weekdayOf = (day: Day): number => new Date(Date.parse(day)).getUTCDay() || 7

/** The moment at which clocks of the zone show this time. A time that the change of clocks skips is an hour later. */
export function momentOfDay(day: Day, time: string, zone: string): Date {
  const local = Date.parse(day) + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3, 5)) * 60_000
  const at = (offsetMinutes: number) => new Date(local - offsetMinutes * 60_000)
  const before = wallClock(new Date(local - 86_400_000), zone).offsetMinutes
  const after = wallClock(new Date(local + 86_400_000), zone).offsetMinutes
  const first = at(before)
  return wallClock(first, zone).offsetMinutes === before
    ? first
    : wallClock(at(after), zone).offsetMinutes === after
      ? at(after)
      : first
}
