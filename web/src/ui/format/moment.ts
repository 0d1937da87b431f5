import { language } from '../../texts/language.ts'

// All in the time zone of the viewer, except days and weekdays that have none.
const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const precise = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
const monthDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
const timeOfDay = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
const hour = new Intl.DateTimeFormat(language, { weekday: 'short', hour: 'numeric', minute: '2-digit' })

/** "Nov 15, 2026, 6:50 AM" */
export const momentText = (at: string | number): string => moment.format(new Date(at))
/** The same with seconds. */
export const preciseText = (at: string | number): string => precise.format(new Date(at))
/** "6:50 AM" on the day of the viewer, with the date on other days. */
export const clockText = (at: string | number, now = Date.now()): string =>
  (date.format(new Date(at)) === date.format(now) ? timeOfDay : moment).format(new Date(at))
/** "Nov 15, 2026" */
export const dateText = (at: string | number): string => date.format(new Date(at))
/** "Sun, 6:00 AM" */
export const hourText = (at: number): string => hour.format(at)
/** "Nov 15" or "6:00 AM", for the axis of a chart with this many seconds between its marks. */
export const axisText = (at: number, seconds: number): string =>
  (seconds >= 86_400 ? monthDay : timeOfDay).format(at * 1000)
/** "Mon"; 1 is Monday, and 5 January 2026 was one. */
export const weekdayText = (day: number): string => weekday.format(new Date(Date.UTC(2026, 0, 4 + day)))
