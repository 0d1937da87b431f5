import { z } from 'zod'
import { present } from '../../platform/present.ts'
import type { Setting } from './setting.ts'

const minute = 60
const hour = 60 * minute

const minIntervalSeconds = 30
const maxIntervalSeconds = 24 * hour
const maxTimeoutMs = 90 * minute * 1000
const noLimit = 'No limit'

const secondsOfUnit: Record<string, number> = { s: 1, sec: 1, m: minute, min: minute, h: hour }

/** Seconds between two checks, from `5` (minutes), `30s`, `5m`, `1h`; null if it is not an interval from 30 s to a day. */
export function readInterval(given: string | number): number | null {
  const seconds = typeof given === 'number' ? exact(given * minute) : readSeconds(given, minute)
  if (seconds === null || !Number.isInteger(seconds)) return null
  return isInterval(seconds) ? seconds : null
}

/** Milliseconds a check may take, from `60s`, `2min`, a number of seconds, or of milliseconds from 1000 up; null if invalid. */
export function readTimeout(given: string | number): number | null {
  if (typeof given === 'string' && given.toLowerCase() === noLimit.toLowerCase()) return maxTimeoutMs
  const milliseconds = typeof given === 'number' ? fromBare(given) : readTimeoutText(given.trim())
  if (milliseconds === null || !Number.isInteger(milliseconds)) return null
  return milliseconds >= 1000 && milliseconds <= maxTimeoutMs ? milliseconds : null
}

/** The timeout of a monitor: a bare number is milliseconds, from 1000 up. */
export function readMilliseconds(given: string | number): number | null {
  const isBare = typeof given === 'number' || /^\d{1,15}$/.test(given.trim())
  return isBare && Number(given) < 1000 ? null : readTimeout(given)
}

/** The stored form of a timeout. */
export const writeTimeout = (milliseconds: number): string =>
  milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`

/** Numbers from 1000 up are milliseconds. */
const fromBare = (number: number) => (number >= 1000 ? number : exact(number * 1000))

function readTimeoutText(text: string): number | null {
  const digits = /^(\d{1,7})(ms)?$/.exec(text)
  if (digits) return digits[2] ? Number(digits[1]) : fromBare(Number(digits[1]))
  const seconds = readSeconds(text, 1)
  return seconds === null ? null : exact(seconds * 1000)
}

function readSeconds(text: string, bareUnit: number): number | null {
  const found = /^(\d{1,6}(?:\.\d{1,3})?) ?(s|sec|m|min|h)?$/.exec(text.trim())
  if (!found) return null
  return exact(Number(found[1]) * (secondsOfUnit[found[2] ?? ''] ?? bareUnit))
}

/** 0.55 minutes are 33 seconds, not 33.00000000000001. */
const exact = (seconds: number) => Math.round(seconds * 1e6) / 1e6

const given = z.union([z.number(), z.string().max(20)])

/** Whole minutes, from a number or a text such as `5m` or `1h`; null for others. */
function readMinutes(given: string | number): number | null {
  const seconds = readInterval(given)
  return seconds === null || seconds % minute !== 0 ? null : seconds / minute
}

/** Whole minutes; returned as an integer. */
export const minutes = (defaultValue: number, summary: string): Setting<number, string | number> => ({
  summary: `${summary} Whole minutes; a text may have a unit, such as 5m or 1h.`,
  defaultValue,
  inputSchema: orNull(
    (value) => readMinutes(value) !== null,
    'must be whole minutes from 1 to 1440, such as 5 or 1h; finer intervals have a setting of their own, in seconds',
  ),
  storedSchema: z
    .int()
    .min(1)
    .max(maxIntervalSeconds / minute),
  toStored: (value) => present(readMinutes(value), 'checked minutes'),
})

/** Seconds of an interval; 0: not used. */
export function intervalSeconds(summary: string): Setting<number, number> {
  const range = z.int().refine((value) => value === 0 || isInterval(value), 'must be 0, or from 30 to 86400')
  return {
    summary,
    defaultValue: 0,
    inputSchema: z.union([range, z.null()]),
    storedSchema: z.int().min(0).max(maxIntervalSeconds),
    toStored: (value) => value,
  }
}

const isInterval = (seconds: number) => seconds >= minIntervalSeconds && seconds <= maxIntervalSeconds

export const timeout = (defaultValue: string, summary: string): Setting<string, string | number> => ({
  summary: `${summary} A number is seconds, from 1000 up milliseconds; a text has a unit, such as 30s or 2min. From 1 second to 90 minutes, which also represent "${noLimit}".`,
  defaultValue,
  inputSchema: orNull(
    (value) => readTimeout(value) !== null,
    'must be a time from 1s to 90min, such as 60s, or "No limit"',
  ),
  storedSchema: z.string(),
  toStored: (value) => writeTimeout(present(readTimeout(value), 'a checked timeout')),
})

const orNull = (accepts: (value: string | number) => boolean, refusal: string) =>
  z.union([...given.options, z.null()]).refine((value) => value === null || accepts(value), refusal)
