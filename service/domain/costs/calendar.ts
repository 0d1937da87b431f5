/** A day as YYYY-MM-DD: sorts like a date and has no time zone. */
export type Day = string

const dayLength = 86_400_000

/** The day in UTC. */
export const dayOf = (time: Date): Day => time.toISOString().slice(0, 10)

/** Years outside 1970 to 2999 are typing errors. */
export function isDay(text: string): boolean {
  if (!/^(19[7-9]\d|2\d{3})-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && dayOf(new Date(time)) === text
}

export const addDays = (day: Day, days: number): Day => dayOf(new Date(Date.parse(day) + days * dayLength))

/** The same day of another month, or its last day if it is shorter: 31 January plus a month is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = partsOf(day)
  // Date.UTC carries months over into the year, and day 0 is the last day of the month before.
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))))
}

export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / dayLength

/** Calendar months from the month of one day to that of the other, ignoring the day of the month. */
export function monthsBetween(from: Day, to: Day): number {
  const [fromYear, fromMonth] = partsOf(from)
  const [toYear, toMonth] = partsOf(to)
  return (toYear - fromYear) * 12 + toMonth - fromMonth
}

const partsOf = (day: Day) => day.split('-').map(Number) as [year: number, month: number, date: number]
