import { z } from 'zod'
import { readInterval, readMilliseconds } from '../settings/index.ts'
import { readExpectedStatus } from './expected-status.ts'
import { monitorTypes, type OwnColumns, probeMethods, readMethod } from './monitor-settings.ts'

/** Settings input of a monitor. `useglobal` and null: use the global setting. */

const useGlobal = 'useglobal'
const time = z.union([z.number(), z.string().max(20), z.null()])

const allowedInterval = 'must be from 30s to 24h: minutes as a number (5), or text such as 30s, 5m, 2h'
const allowedTimeout =
  'must be from 1000 (milliseconds) to 5400000: milliseconds such as 30000, or text with a unit such as 30s or 2min'
const allowedStatus = 'must be a list of HTTP statuses and ranges of them, such as 200-206,301'

type Time = z.output<typeof time>
/** A value without the ways to name the global setting. */
type Own<Value> = Exclude<Value, null | undefined | typeof useGlobal>
const isOwn = <Value>(value: Value): value is Own<Value> => value !== null && value !== undefined && value !== useGlobal

const methods = [...probeMethods, 'push'] as const
const retries = z.int().min(0, { abort: true }).max(10, { abort: true })
const status = z.array(z.union([z.int(), z.string().max(100)])).max(200)
const keyword = z.string().max(200)

const ifGiven =
  <Value>(accepts: (value: Own<Value>) => boolean) =>
  (value: Value) =>
    !isOwn(value) || accepts(value)

/** Fields of one monitor. */
export const monitorFields = {
  active: z.union([z.boolean(), z.literal(useGlobal), z.literal(-1), z.null()]),
  interval: time.refine(
    ifGiven<Time>((value) => readInterval(value) !== null),
    `${allowedInterval}, or useglobal`,
  ),
  timeout: time.refine(
    ifGiven<Time>((value) => readMilliseconds(value) !== null),
    `${allowedTimeout}, or useglobal`,
  ),
  maxretries: z
    .union([retries, z.literal(-1), z.literal(useGlobal), z.null()])
    .describe('Further checks after a failed one before the site counts as down.'),
  type: z.union([z.enum([...monitorTypes, useGlobal]), z.null()]),
  method: z.union([z.enum([...methods, useGlobal]), z.null()]),
  expected_status: z
    .union([status, z.null()])
    .refine(
      (value) => value === null || namesGlobal(value) || readExpectedStatus(value) !== null,
      `${allowedStatus}, or useglobal`,
    ),
  keyword: z
    .union([keyword, z.null()])
    .describe('Text that the page must contain; empty: none, useglobal: the global keyword.'),
  monitoring_emails: z
    .union([z.array(z.email().max(254)).max(20), z.literal(''), z.null()])
    .describe('Recipients for this site, in addition to those for all sites.'),
}

const namesGlobal = (value: readonly (string | number)[]) => value.length === 1 && value[0] === useGlobal

export type MonitorSettingsInput = {
  [Name in keyof typeof monitorFields]?: z.output<(typeof monitorFields)[Name]> | undefined
}

/** The given fields in their stored form. */
export function toSettingsColumns(given: MonitorSettingsInput): Partial<OwnColumns> & { emails?: string[] } {
  const toStored = <Value, Stored>(value: Value, read: (value: Own<Value>) => Stored): Stored | null =>
    isOwn(value) && value !== -1 ? read(value) : null
  const columns: Record<string, unknown> = {}
  const put = (name: keyof MonitorSettingsInput, column: string, value: () => unknown) => {
    if (given[name] !== undefined) columns[column] = value()
  }
  put('active', 'active', () => toStored(given.active, (value) => value))
  put('interval', 'interval_seconds', () => toStored(given.interval, (value) => readInterval(value)))
  put('timeout', 'timeout_ms', () => toStored(given.timeout, (value) => readMilliseconds(value)))
  put('maxretries', 'max_retries', () => toStored(given.maxretries, (value) => value))
  put('type', 'type', () => toStored(given.type, (value) => value))
  put('method', 'method', () => toStored(given.method, (value) => readMethod(value)))
  put('expected_status', 'expected_status', () =>
    given.expected_status && !namesGlobal(given.expected_status) ? readExpectedStatus(given.expected_status) : null,
  )
  put('keyword', 'keyword', () => toStored(given.keyword, (value) => value))
  put('monitoring_emails', 'emails', () => [...new Set(given.monitoring_emails || [])])
  return columns
}

/** Global settings: the monitoring settings group under monitor field names. */
export const globalFields = {
  active: z.union([z.boolean(), z.null()]),
  interval: time.refine((value) => value === null || readInterval(value) !== null, allowedInterval),
  timeout: time.refine((value) => value === null || readMilliseconds(value) !== null, allowedTimeout),
  maxretries: z.union([retries, z.null()]),
  type: z.union([z.enum(monitorTypes), z.null()]),
  method: z.union([z.enum(methods), z.null()]),
  expected_status: z
    .union([status, z.null()])
    .refine((value) => value === null || readExpectedStatus(value) !== null, allowedStatus),
  keyword: z.union([keyword, z.null()]),
}

export type GlobalSettingsInput = {
  [Name in keyof typeof globalFields]?: z.output<(typeof globalFields)[Name]> | undefined
}
