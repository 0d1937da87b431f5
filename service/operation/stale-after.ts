import type { Settings } from './settings.ts'

/** The one rule for stale figures: older than two of the periods in which they are read again, with time for reading. */
export const staleAfterSeconds = (periodSeconds: number): number => 2 * periodSeconds + 120

export const syncPeriodSeconds = (settings: Settings): number =>
  Math.floor((24 * 60) / settings.get('general').frequency_daily_update) * 60
