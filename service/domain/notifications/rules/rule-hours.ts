import { wallClock } from '../../../platform/time-zone.ts'
import type { Hours } from './rule.ts'

const minuteMs = 60_000
const dayMinutes = 1_440

/** Minutes since midnight of a text such as 08:30. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether the time of day is within the period; a period that ends before it begins lasts until the next day. */
export function isWithin({ from, to }: { from: string; to: string }, at: Date, zone: string): boolean {
  const { hour, minute } = wallClock(at, zone)
  const [now, begin, end] = [hour * 60 + minute, minutesOf(from), minutesOf(to)]
  if (begin === end) return true
  return begin < end ? now >= begin && now < end : now >= begin || now < end
}

/** The same on certain days; the hours after midnight belong to the day on which the period began. */
export function isWithinHours(hours: Hours, at: Date, zone: string): boolean {
  if (!isWithin(hours, at, zone)) return false
  const { year, month, day, hour, minute } = wallClock(at, zone)
  const isAfterMidnight = minutesOf(hours.from) >= minutesOf(hours.to) && hour * 60 + minute < minutesOf(hours.to)
  const weekday = new Date(Date.UTC(year, month - 1, day - (isAfterMidnight ? 1 : 0))).getUTCDay()
  return hours.days.includes(weekday === 0 ? 7 : weekday)
}

/** The next moment after `at` with this time of day, also across a change of the clocks. */
export function nextTimeOfDay(at: Date, time: string, zone: string): Date {
  const { hour, minute, second, offsetMinutes } = wallClock(at, zone)
  const left = (minutesOf(time) - hour * 60 - minute + dayMinutes) % dayMinutes || dayMinutes
  const sameOffset = at.getTime() - second * 1000 - at.getUTCMilliseconds() + left * minuteMs
  const changed = wallClock(new Date(sameOffset), zone).offsetMinutes - offsetMinutes
  return new Date(sameOffset - changed * minuteMs)
}

export const nextFullHour = (at: Date): Date => new Date((Math.floor(at.getTime() / 3_600_000) + 1) * 3_600_000)
