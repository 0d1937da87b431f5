import type { Settings, SettingsGroups } from '../../operation/settings.ts'
import { monitorPeriodSeconds, syncPeriodSeconds } from '../../operation/stale-after.ts'
import { formatTime } from '../../platform/format-time.ts'
import type { RateLimitSettings } from '../../platform/outbound/rate-limits.ts'
import type { Resolver } from '../../platform/outbound/resolve.ts'
import { present } from '../../platform/present.ts'
import { readTimeout } from './durations.ts'

export interface MonitoringDefaults {
  active: boolean
  type: SettingsGroups['monitoring']['svc_uptime_monitoring_type']
  intervalSeconds: number
  timeoutMs: number
  method: SettingsGroups['monitoring']['svc_uptime_monitoring_method']
  expectedStatus: readonly number[]
  /** Checks after the first failed one before a site is down. */
  retries: number
  keyword: string
  retentionDays: number
}

/** The settings of monitors without settings of their own. */
export function monitoringDefaults(settings: Settings): MonitoringDefaults {
  const values = settings.get('monitoring')
  return {
    active: values.svc_uptime_monitoring_active === 1,
    type: values.svc_uptime_monitoring_type,
    intervalSeconds: monitorPeriodSeconds(settings),
    timeoutMs: present(readTimeout(values.svc_uptime_monitoring_timeout), 'a stored timeout'),
    method: values.svc_uptime_monitoring_method,
    expectedStatus: values.svc_uptime_monitoring_up_status_codes,
    retries: values.svc_uptime_monitoring_down_confirmation_check,
    keyword: values.svc_uptime_monitoring_keyword,
    retentionDays: values.svc_uptime_monitoring_retention_days,
  }
}

/** Limits of calls to sites. */
export function rateLimitsFrom(settings: Settings): RateLimitSettings {
  const advanced = settings.get('advanced')
  return {
    maximumRequests: advanced.svc_maximum_requests,
    maximumRequestsPerAddress: advanced.svc_maximum_ip_requests,
    minimumDelayMs: advanced.svc_minimum_delay,
    minimumDelayPerAddressMs: advanced.svc_minimum_ip_delay,
  }
}

/** Removes IPv6 addresses when the settings allow IPv4 only. */
export const resolverFrom =
  (settings: Settings, resolve: Resolver): Resolver =>
  async (hostname) => {
    const addresses = await resolve(hostname)
    return settings.get('advanced').svc_force_use_ipv4 === 1
      ? addresses.filter((address) => !address.includes(':'))
      : addresses
  }

export const minutesBetweenSyncs = (settings: Settings): number => syncPeriodSeconds(settings) / 60

/** In the time zone and with the pattern of the settings (`date_format`). */
export function formatDate(settings: Settings, at: Date): string {
  const { date_format, timezone_string } = settings.get('general')
  return formatTime(date_format, at, timezone_string)
}

export function formatTimeOfDay(settings: Settings, at: Date): string {
  const { time_format, timezone_string } = settings.get('general')
  return formatTime(time_format, at, timezone_string)
}
