import { wallClock } from './time-zone.ts'

/** A day of the calendar as YYYY-MM-DD: sorts like a date and has no time zone. Only this file makes one; isDay checks a text. */
export type Day = `${number}-${number}-${number}`

export const dayMs = 86_400_000

const dayOfParts = (year: number, month: number, date: number): Day => utcDay(new Date(Date.UTC(year, month - 1, date)))

/** The day in UTC, for storage only: people read days in the configured time zone. */
export function utcDay(time: Date): Day {
  // An ISO text begins with the day.
  return time.toISOString().slice(0, 10) as Day
}

/** The day that a calendar in this time zone shows. */
export function dayAt(time: Date, zone: string): Day {
  const { year, month, day } = wallClock(time, zone)
  return dayOfParts(year, month, day)
}

/**
 * The first moment of the day in this time zone. Where clocks change at midnight it is not 00:00; a day that a zone skipped
 * starts and ends at the same moment.
 */
export function startOfDay(day: Day, zone: string): Date {
  const local = Date.parse(day)
  // The offsets before and after a possible change of clocks.
  const starts = [local - dayMs, local + dayMs].map(
    (time) => local - wallClock(new Date(time), zone).offsetMinutes * 60_000,
  )
  const start = starts.sort((one, other) => one - other).find((time) => dayAt(new Date(time), zone) >= day)
  return new Date(start ?? Math.max(...starts))
}

/** The moments of the days from the first to the last; `to` is the end of the last one, excluded. */
export const spanOfDays = (first: Day, last: Day, zone: string): { from: Date; to: Date } => ({
  from: startOfDay(first, zone),
  to: startOfDay(addDays(last, 1), zone),
})

/** Whether the text is an existing day as YYYY-MM-DD. Years outside 1970 to 2999 are typing errors. */
export function isDay(text: string): text is Day {
  if (!/^(19[7-9]\d|2\d{3})-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  // Date.parse may read 31 February as a day in March.
  return !Number.isNaN(time) && utcDay(new Date(time)) === text
}

export function dayParts(day: Day): { year: number; month: number; date: number } {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) }
}

export const addDays = (day: Day, days: number): Day => utcDay(new Date(Date.parse(day) + days * dayMs))

/** The same day of another month, or its last day if it is shorter: 31 January plus a month is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = dayParts(day)
  // Months are carried over into the year, and day 0 is the last day of the month before.
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOfParts(year, month + months, Math.min(date, lastDate))
}

/** The day of the same month with this date, which must exist in it. */
export function withDate(day: Day, date: number): Day {
  const { year, month } = dayParts(day)
  return dayOfParts(year, month, date)
}

export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** Calendar months from the month of one day to that of the other, ignoring the day of the month. */
export function monthsBetween(from: Day, to: Day): number {
  const [first, last] = [dayParts(from), dayParts(to)]
  return (last.year - first.year) * 12 + last.month - first.month
}
