const offset = /^UTC(?:([+-])(\d{1,2})(?::([0-5]\d)|\.(25|5|50|75))?)?$/
const minutesOfFraction: Record<string, number> = { 25: 15, 5: 30, 50: 30, 75: 45 }

/** The name under which the runtime knows a time zone: `Europe/Berlin`, or `+05:30` for `UTC+5.5`; null for what is none. */
export function readTimeZone(text: string): string | null {
  const found = offset.exec(text)
  if (found) return readOffset(found)
  // Bare offsets and the like are known to the runtime too, but they are not zones.
  if (!/^[A-Za-z]/.test(text)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

function readOffset([, sign, hours = '0', minutes, fraction]: RegExpExecArray): string | null {
  if (sign === undefined) return 'UTC'
  const total = Number(hours) * 60 + (fraction ? (minutesOfFraction[fraction] ?? 0) : Number(minutes ?? 0))
  if (total > (sign === '+' ? 14 : 12) * 60) return null
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return total === 0 ? 'UTC' : `${sign}${twoDigits(Math.floor(total / 60))}:${twoDigits(total % 60)}`
}

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
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
  const offsetMinutes = Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - at.getTime()) / 60_000)
  return { year, month, day, hour, minute, second, offsetMinutes, zone, at }
}

/** The moment at which clocks in the zone show these minutes after midnight of a calendar day; a time that a change of clocks skips is moved by the length of the gap. */
export function momentIn(day: Date, minutes: number, zone: string): Date {
  const local = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 0, minutes)
  const offsetAt = (time: number) => wallClock(new Date(time), zone).offsetMinutes * 60_000
  return new Date(local - offsetAt(local - offsetAt(local)))
}
