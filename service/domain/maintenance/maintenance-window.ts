import { z } from 'zod'
import { timeZoneOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { isDay } from '../../platform/calendar.ts'
import { readTimeZone } from '../../platform/time-zone.ts'
import { maintenanceBeyondLimits, windowNotFound } from './maintenance-errors.ts'
import type { ListedPeriod } from './period-store.ts'
import {
  findWindow,
  isScopeKnown,
  type ListedWindow,
  type NewWindow,
  type ScopeColumns,
  type WindowRow,
} from './window-store.ts'

const scopes = ['fleet', 'client', 'tag', 'site'] as const

const oneLine = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')

const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .describe('ISO 8601 with time zone, such as 2026-11-20T22:00:00Z.')
  .meta({ examples: ['2026-11-20T22:00:00Z'] })

export const WindowId = z.int().min(1).describe('The id of the maintenance window.')

/** When a window takes place, and its texts. */
export const windowFields = {
  title: oneLine(120).min(1).describe('What is done, such as Move to a new server.'),
  note: z.string().max(1_000).describe('Shown on pages and in announcements.'),
  starts_at: moment,
  ends_at: moment,
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .describe('Weekly on these days: 1 is Monday, 7 is Sunday.')
    .meta({ examples: [[2]] }),
  start_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00')
    .describe('When a weekly window begins, in its time zone.')
    .meta({ examples: ['22:00'] }),
  duration_minutes: z.int().min(5).max(1_440).describe('How long a weekly window lasts.'),
  time_zone: z
    .string()
    .max(60)
    .refine((zone) => readTimeZone(zone) !== null, 'must be a time zone such as Europe/Berlin')
    .describe('By default that of the general settings.')
    .meta({ examples: ['Europe/Berlin'] }),
  last_day: z
    .string()
    .refine(isDay, 'must be a day as YYYY-MM-DD')
    .nullable()
    .describe('The last day of a weekly window; null: without an end.')
    .meta({ examples: ['2027-01-31'] }),
}

export const MaintenanceWindow = z.object({
  id: z.int(),
  title: z.string(),
  note: z.string(),
  scope: z.enum(scopes),
  site_id: z.int().nullable(),
  tag_id: z.int().nullable(),
  client_id: z.int().nullable(),
  scope_name: z.string().nullable().describe('The name of the site, tag or client.'),
  repeats: z.enum(['once', 'weekly']),
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  weekdays: z.array(z.int()).nullable(),
  start_time: z.string().nullable(),
  duration_minutes: z.int().nullable(),
  time_zone: z.string().nullable(),
  last_day: z.string().nullable(),
  created_by: z.string(),
  created_at: timestamp,
})

export const MaintenancePeriod = z.object({
  id: z.int(),
  window_id: z.int().nullable(),
  title: z.string(),
  note: z.string(),
  scope: z.enum(scopes),
  site_id: z.int().nullable(),
  tag_id: z.int().nullable(),
  client_id: z.int().nullable(),
  scope_name: z.string().nullable(),
  starts_at: timestamp,
  ends_at: timestamp,
})

const scopeOf = ({ site_id, tag_id, client_id }: ScopeColumns): (typeof scopes)[number] =>
  site_id !== null ? 'site' : tag_id !== null ? 'tag' : client_id !== null ? 'client' : 'fleet'

export const describeWindow = (row: ListedWindow): z.input<typeof MaintenanceWindow> => ({
  id: row.id,
  title: row.title,
  note: row.note,
  scope: scopeOf(row),
  site_id: row.site_id,
  tag_id: row.tag_id,
  client_id: row.client_id,
  scope_name: row.scope_name,
  repeats: row.weekdays === null ? 'once' : 'weekly',
  starts_at: isoTime(row.starts_at),
  ends_at: isoTime(row.ends_at),
  weekdays: row.weekdays,
  start_time: row.start_time,
  duration_minutes: row.duration_minutes,
  time_zone: row.time_zone,
  last_day: row.last_day,
  created_by: row.created_by,
  created_at: isoTime(row.created_at),
})

export const describePeriod = (row: ListedPeriod): z.input<typeof MaintenancePeriod> => ({
  id: row.id,
  window_id: row.window_id,
  title: row.title,
  note: row.note,
  scope: scopeOf(row),
  site_id: row.site_id,
  tag_id: row.tag_id,
  client_id: row.client_id,
  scope_name: row.scope_name,
  starts_at: isoTime(row.starts_at),
  ends_at: isoTime(row.ends_at),
})

/** A window that the caller may change. */
export async function requireManagedWindow(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
): Promise<ListedWindow> {
  const window = await findWindow(db, id, actor.limits)
  if (!window) throw windowNotFound(id)
  if (actor.limits && window.site_id === null) throw maintenanceBeyondLimits()
  return window
}

/** The site, tag or client must exist; callers with limits name a site. */
export async function requireScope(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  scope: ScopeColumns,
  isForAll: boolean,
): Promise<void> {
  const named = Object.entries(scope).filter(([, id]) => id !== null)
  if (named.length > 1)
    throw invalidInput({ [named[1]?.[0] ?? 'site_id']: 'must not be combined: send a site, a tag or a client' })
  // A forgotten id must not silence the alarms of all sites.
  if (named.length === 0 && !isForAll)
    throw invalidInput({ site_id: 'is needed, or tag_id or client_id, or all_sites: true for all sites' })
  if (named.length > 0 && isForAll)
    throw invalidInput({ all_sites: 'must not be combined with a site, a tag or a client' })
  if (actor.limits && scope.site_id === null) throw maintenanceBeyondLimits()
  if (!(await isScopeKnown(db, scope, actor.limits)))
    throw invalidInput({ [named[0]?.[0] ?? 'site_id']: `is unknown: there is no such ${scopeOf(scope)}` })
}

export type Times = Pick<
  WindowRow,
  'starts_at' | 'ends_at' | 'weekdays' | 'start_time' | 'duration_minutes' | 'time_zone' | 'last_day'
>
type GivenTimes = { [Name in keyof Times]?: Times[Name] | undefined }

const maxOnceMs = 31 * 86_400_000
/** Clocks of browsers differ from ours. */
const clockToleranceMs = 5 * 60_000

/** Reads the times of a window: either `starts_at` and `ends_at`, or the fields of a weekly one. */
export function readTimes(
  given: GivenTimes,
  { settings, clock }: Pick<Context, 'settings' | 'clock'>,
  before?: Times,
): Times {
  const { starts_at, ends_at, weekdays, start_time, duration_minutes, time_zone, last_day } = {
    ...before,
    ...definedOf(given),
  }
  const isWeekly = given.weekdays != null || (weekdays != null && given.starts_at == null)
  if (isWeekly && weekdays != null) {
    if (given.starts_at != null || given.ends_at != null)
      throw invalidInput({ starts_at: 'must not be combined with weekdays: a window is either once or weekly' })
    if (start_time == null) throw invalidInput({ start_time: 'is needed for a weekly window' })
    if (duration_minutes == null) throw invalidInput({ duration_minutes: 'is needed for a weekly window' })
    const days = [...new Set(weekdays)].sort((one, other) => one - other)
    const zone = time_zone ?? timeZoneOf(settings)
    return {
      starts_at: null,
      ends_at: null,
      weekdays: days,
      start_time,
      duration_minutes,
      time_zone: zone,
      last_day: last_day ?? null,
    }
  }
  const once = { weekdays: null, start_time: null, duration_minutes: null, time_zone: null, last_day: null }
  const begin = starts_at ?? clock.now()
  if (ends_at == null) throw invalidInput({ ends_at: 'is needed, or weekdays for a weekly window' })
  if (ends_at <= begin) throw invalidInput({ ends_at: 'must be after starts_at' })
  if (ends_at.getTime() - begin.getTime() > maxOnceMs)
    throw invalidInput({ ends_at: 'must be at most 31 days after starts_at' })
  const isMoved = before?.starts_at?.getTime() !== begin.getTime()
  if (isMoved && begin.getTime() < clock.now().getTime() - clockToleranceMs)
    throw invalidInput({ starts_at: 'must not be in the past: uptime figures of the past do not change' })
  if (ends_at <= clock.now()) throw invalidInput({ ends_at: 'must not be in the past' })
  return { starts_at: begin, ends_at, ...once }
}

const definedOf = (given: GivenTimes): GivenTimes =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

export const toNewWindow = (
  { title, note = '' }: { title: string; note?: string | undefined },
  scope: ScopeColumns,
  times: Times,
  { clock, actor }: Pick<Context, 'clock' | 'actor'>,
): NewWindow => {
  const now = clock.now()
  return {
    title,
    note,
    ...scope,
    ...times,
    planned_until: now,
    created_by: actor.name,
    created_at: now,
    updated_at: now,
  }
}
