/** Days of the calendar as YYYY-MM-DD: such texts sort like days and know no time zone. */
export type Day = string

const dayLength = 86_400_000

/** Days are counted in UTC. */
export const dayOf = (time: Date): Day => time.toISOString().slice(0, 10)

/** Years beyond these are slips of the pen. */
export function isDay(text: string): boolean {
  if (!/^(19[7-9]\d|2\d{3})-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && dayOf(new Date(time)) === text
}

export const addDays = (day: Day, days: number): Day => dayOf(new Date(Date.parse(day) + days * dayLength))

/** The same day of another month, or the last one where the month is shorter: 31 January and a month is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = partsOf(day)
  // Months beyond December, and before January, carry over into the year by themselves; so does the day before the first.
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))))
}

export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / dayLength

/** Whole months of the calendar from the month of one day to that of the other, whatever the dates. */
export function monthsBetween(from: Day, to: Day): number {
  const [fromYear, fromMonth] = partsOf(from)
  const [toYear, toMonth] = partsOf(to)
  return (toYear - fromYear) * 12 + toMonth - fromMonth
}

const partsOf = (day: Day) => day.split('-').map(Number) as [year: number, month: number, date: number]
