import type { Settings } from './settings.ts'

/** The one rule for stale figures: older than two of the periods in which they are read again, with time for reading. */
export const staleAfterSeconds = (periodSeconds: number): number => 2 * periodSeconds + 120

/** The interval of monitors without one of their own. */
export function monitorPeriodSeconds(settings: Settings): number {
  const { svc_uptime_monitoring_interval_seconds: seconds, svc_uptime_monitoring_interval: minutes } =
    settings.get('monitoring')
  return seconds || minutes * 60
}

export const syncPeriodSeconds = (settings: Settings): number =>
  Math.floor((24 * 60) / settings.get('general').frequency_daily_update) * 60
