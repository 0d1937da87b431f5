import { readTimeZone } from './time-zone.ts'

/** What clock and calendar show at a moment in a time zone. */
export interface WallClock {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  offsetMinutes: number
  /** As it was named. */
  zone: string
  at: Date
}

// Making one costs as much as a thousand uses.
const formats = new Map<string, Intl.DateTimeFormat>()

export function wallClock(at: Date, zone: string): WallClock {
  let format = formats.get(zone)
  if (!format) {
    const timeZone = readTimeZone(zone) ?? 'UTC'
    const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...numbers, second: 'numeric' })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year, month, day, hour, minute, second } = parts as unknown as WallClock
  const offsetMinutes = Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - at.getTime()) / 60_000)
  return { year, month, day, hour, minute, second, offsetMinutes, zone, at }
}
