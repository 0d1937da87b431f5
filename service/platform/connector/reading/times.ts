import { readNumber } from './values.ts'

const earliest = Date.UTC(1995, 0)
/** Clocks of sites are wrong by minutes, their time zones by hours. */
const tolerance = 24 * 3600 * 1000

/** A past time from unix seconds; null for year 0, invalid values and the future. */
export function fromUnix(value: unknown, now: Date): Date | null {
  const seconds = readNumber(value)
  return seconds === null ? null : plausible(seconds * 1000, now.getTime() + tolerance)
}

/** A past time from `YYYY-MM-DD HH:MM:SS` in UTC. */
export function fromSql(value: unknown, now: Date): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return null
  return plausible(Date.parse(`${value.replace(' ', 'T')}Z`), now.getTime() + tolerance)
}

/** A due time from unix seconds; up to twenty years ahead. */
export function dueFromUnix(value: unknown, now: Date): Date | null {
  const seconds = readNumber(value)
  return seconds === null ? null : plausible(seconds * 1000, now.getTime() + 20 * 365 * tolerance)
}

function plausible(milliseconds: number, latest: number): Date | null {
  return milliseconds >= earliest && milliseconds <= latest ? new Date(milliseconds) : null
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function toSql(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}

/** A time that is sent back to its source, as the site wrote it; empty for year 0 and invalid values. */
export function sqlTime(value: unknown): string {
  return typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? value : ''
}
