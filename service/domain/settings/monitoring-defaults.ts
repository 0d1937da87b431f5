import type { Settings, SettingsGroups } from '../../operation/settings.ts'
import { readInterval, readTimeout } from './durations.ts'

export interface MonitoringDefaults {
  active: boolean
  type: SettingsGroups['monitoring']['svc_uptime_monitoring_type']
  intervalSeconds: number
  timeoutMs: number
  method: SettingsGroups['monitoring']['svc_uptime_monitoring_method']
  expectedStatus: readonly number[]
  /** Checks after the first failed one before a site counts as down. */
  retries: number
  keyword: string
  retentionDays: number
}

/** What monitors go by unless they have settings of their own, as numbers to count with. */
export function monitoringDefaults(settings: Settings): MonitoringDefaults {
  const set = settings.get('monitoring')
  return {
    active: set.svc_uptime_monitoring_active === 1,
    type: set.svc_uptime_monitoring_type,
    intervalSeconds: readInterval(set.svc_uptime_monitoring_interval)!,
    timeoutMs: readTimeout(set.svc_uptime_monitoring_timeout)!,
    method: set.svc_uptime_monitoring_method,
    expectedStatus: set.svc_uptime_monitoring_up_status_codes,
    retries: set.svc_uptime_monitoring_down_confirmation_check,
    keyword: set.svc_uptime_monitoring_keyword,
    retentionDays: set.svc_uptime_monitoring_retention_days,
  }
}
