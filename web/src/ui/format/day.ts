import { language } from '../../texts/language.ts'

/** Days as the service formats them: YYYY-MM-DD, in the time zone of the service regardless of the viewer's. */

const dayMs = 86_400_000
const parseDay = (day: string) => new Date(`${day}T00:00:00Z`)
const formatDay = (date: Date) => date.toISOString().slice(0, 10)

const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const wholeMonth = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })

let calendar = calendarIn('UTC')

function calendarIn(timeZone: string): Intl.DateTimeFormat {
  // The Canadian form is YYYY-MM-DD.
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** The time zone of the service, from the app shell. */
export function setTimeZone(timeZone: string): void {
  try {
    calendar = calendarIn(timeZone)
  } catch {
    // Browsers from before 2024 do not know offsets such as +05:30.
    calendar = calendarIn('UTC')
  }
}

/** The current day of the service. */
export const today = (now = new Date()): string => calendar.format(now)
export const addDays = (day: string, days: number): string =>
  formatDay(new Date(parseDay(day).getTime() + days * dayMs))

/** The first day of the month that is this many months away. */
export function monthStart(day: string, months = 0): string {
  const date = parseDay(day)
  return formatDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)))
}
export const monthEnd = (day: string, months = 0): string => addDays(monthStart(day, months + 1), -1)

/** "Nov 15, 2026" */
export const dayText = (day: string): string => {
  const date = parseDay(day)
  return Number.isNaN(date.getTime()) ? day : shortDay.format(date)
}
/** "November 2026" */
export const monthText = (day: string): string => wholeMonth.format(parseDay(day))
export const dayOfMonth = (day: string): number => parseDay(day).getUTCDate()

/**
 * The moment of a field with a date and time, as the service formats it. Text that is not a moment, such as a date with a year of five
 * digits, stays as it is: the service refuses it with a message for the field.
 */
export function momentOf(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : `${new Date(time).toISOString().slice(0, 19)}Z`
}
