import { type Day, dayAt } from '../platform/calendar.ts'
import type { Context } from './context.ts'
import type { Settings } from './settings.ts'

/** The time zone in which people read days and times. */
export const timeZoneOf = (settings: Settings): string => settings.get('general').timezone_string

/** The current day in the configured time zone. */
export const todayOf = ({ clock, settings }: Pick<Context, 'clock' | 'settings'>): Day =>
  dayAt(clock.now(), timeZoneOf(settings))
