import { wallClock } from '../../../platform/time-zone.ts'

/** When automatic updates run, as people set it. */
export interface Timetable {
  frequency: 'daily' | 'weekly' | 'monthly'
  /** HH:MM; empty means midnight. */
  time: string
  /** 0 is Sunday. */
  dayInWeek: number
  /** Shorter months have it on their last day; 0 means the first. */
  dayInMonth: number
  zone: string
}

const dayMs = 86_400_000
/** No moment of the timetable lies further apart than this. */
const mostDays = 62

/** The last moment of the timetable that is not in the future. */
export function latestMoment(now: Date, timetable: Timetable): Date {
  const { year, month, day } = wallClock(now, timetable.zone)
  for (let back = 0; back <= mostDays; back++) {
    // Days of the calendar, at noon, so that no change of clocks shifts them.
    const date = new Date(Date.UTC(year, month - 1, day, 12) - back * dayMs)
    if (!isDayOf(date, timetable)) continue
    const moment = momentOn(date, timetable)
    if (moment <= now) return moment
  }
  throw new Error('A timetable without a day: this cannot be.')
}

function isDayOf(date: Date, { frequency, dayInWeek, dayInMonth }: Timetable): boolean {
  if (frequency === 'daily') return true
  if (frequency === 'weekly') return date.getUTCDay() === dayInWeek
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(Math.max(1, dayInMonth), lastDay)
}

/** That time of day there; a time that a change of clocks leaves out comes as much later as the clocks went on. */
function momentOn(date: Date, { time, zone }: Timetable): Date {
  const [hours, minutes] = time === '' ? [0, 0] : time.split(':').map(Number)
  const local = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), hours, minutes)
  const offsetAt = (moment: number) => wallClock(new Date(moment), zone).offsetMinutes * 60_000
  const guess = local - offsetAt(local)
  return new Date(local - offsetAt(guess))
}
