import { type WallClock, wallClock } from './time-zone.ts'
import { unixSeconds } from './unix-seconds.ts'

/** Writes a time by one of the patterns that WordPress users know: `F j, Y` is November 15, 2026; `\a\t` is a plain "at". */
export function formatTime(pattern: string, at: Date, zone: string): string {
  const clock = wallClock(at, zone)
  return pattern.replace(
    /\\(.)|[A-Za-z]/gs,
    (letter, escaped: string | undefined) => escaped ?? formatLetter(letter, clock),
  )
}

const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const two = (number: number) => String(number).padStart(2, '0')

const letters: Record<string, (clock: WallClock) => string | number> = {
  d: ({ day }) => two(day),
  j: ({ day }) => day,
  D: (clock) => dayName(clock).slice(0, 3),
  l: dayName,
  N: (clock) => weekday(clock) || 7,
  w: weekday,
  S: ({ day }) => (day > 10 && day < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th')),
  F: monthName,
  M: (clock) => monthName(clock).slice(0, 3),
  m: ({ month }) => two(month),
  n: ({ month }) => month,
  Y: ({ year }) => year,
  y: ({ year }) => two(year % 100),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  g: ({ hour }) => hour % 12 || 12,
  h: ({ hour }) => two(hour % 12 || 12),
  G: ({ hour }) => hour,
  H: ({ hour }) => two(hour),
  i: ({ minute }) => two(minute),
  s: ({ second }) => two(second),
  e: ({ zone }) => zone,
  P: offsetOf,
  T: ({ offsetMinutes, ...clock }) => (offsetMinutes === 0 ? 'UTC' : offsetOf({ offsetMinutes, ...clock })),
  U: ({ at }) => unixSeconds(at),
  c: (clock) =>
    `${clock.year}-${two(clock.month)}-${two(clock.day)}T${two(clock.hour)}:${two(clock.minute)}:${two(clock.second)}${offsetOf(clock)}`,
}

function formatLetter(letter: string, clock: WallClock): string {
  const format = Object.hasOwn(letters, letter) ? letters[letter] : undefined
  return format ? String(format(clock)) : letter
}

function dayName(clock: WallClock): string {
  return days[weekday(clock)] ?? ''
}

function monthName({ month }: WallClock): string {
  return months[month - 1] ?? ''
}

function weekday({ year, month, day }: WallClock): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

function offsetOf({ offsetMinutes }: WallClock): string {
  const size = Math.abs(offsetMinutes)
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
