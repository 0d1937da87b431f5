import { dayParts, utcDay } from '../../../platform/utc-day.ts'

/** A day as YYYY-MM-DD: sorts like a date and has no time zone. */
export type CalendarDay = string

const dayLength = 86_400_000

export const addDays = (day: CalendarDay, days: number): CalendarDay =>
  utcDay(new Date(Date.parse(day) + days * dayLength))

/** The same day of another month, or its last day if it is shorter: 31 January plus a month is 28 February. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const { year, month, date } = dayParts(day)
  // Date.UTC carries months over into the year, and day 0 is the last day of the month before.
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return utcDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))))
}

export const daysBetween = (from: CalendarDay, to: CalendarDay): number =>
  (Date.parse(to) - Date.parse(from)) / dayLength

/** Calendar months from the month of one day to that of the other, ignoring the day of the month. */
export function monthsBetween(from: CalendarDay, to: CalendarDay): number {
  const [first, last] = [dayParts(from), dayParts(to)]
  return (last.year - first.year) * 12 + last.month - first.month
}
