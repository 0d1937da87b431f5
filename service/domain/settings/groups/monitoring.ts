import { z } from 'zod'
import { intervalSeconds, minutes, timeout } from '../durations.ts'
import { group, type Setting } from '../setting.ts'
import { flag, integer, oneOf, plain, singleLine } from '../setting-types.ts'

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

export const statusCodes = [100, 101, ...from(200, 206), ...from(300, 307), ...from(400, 417), ...from(500, 505)]

const expectedStatus = z.array(z.literal(statusCodes)).min(1).max(statusCodes.length)

const maxRetries = 10
const count = z.int().min(0, { abort: true }).max(maxRetries, { abort: true })

/** A number; clients of the established product send a flag. */
const retries: Setting<number, number | boolean> = {
  summary: `How often a site is checked again before it is reported as down, up to ${maxRetries}; 0: it is not.`,
  defaultValue: 1,
  inputSchema: z.union([count, z.boolean(), z.null()]),
  storedSchema: count,
  toStored: Number,
}

/** The minutes that are shown for an interval in seconds. */
const minutesOf = (seconds: number) => Math.ceil(seconds / 60)

/** For monitors without settings of their own. */
export const monitoring = group({
  name: 'monitoring',
  title: 'Monitoring settings',
  settings: {
    svc_uptime_monitoring_active: flag(0, 'Whether monitors without a setting of their own are on.'),
    svc_uptime_monitoring_type: oneOf(['http', 'ping', 'keyword'], 'http', 'How monitors check a site.'),
    svc_uptime_monitoring_interval: minutes(5, 'Time between two checks.'),
    svc_uptime_monitoring_interval_seconds: intervalSeconds(
      'The same in seconds, from 30 to 86400, for times that are no whole minutes; 0: the minutes apply.',
    ),
    svc_uptime_monitoring_timeout: timeout('60s', 'How long a check may take.'),
    svc_uptime_monitoring_method: oneOf(
      ['head', 'get', 'post', 'push', 'patch', 'delete'],
      'head',
      'The HTTP method of checks of type http; keyword checks always use get.',
    ),
    svc_uptime_monitoring_up_status_codes: plain(expectedStatus, from(200, 206), 'HTTP statuses of a site that is up.'),
    svc_uptime_monitoring_down_confirmation_check: retries,
    svc_uptime_monitoring_keyword: singleLine(200, '', 'The text that monitors of type keyword search for.'),
    svc_uptime_monitoring_retention_days: integer(1, 3650, 180, 'Days that the history of monitors is stored.'),
    svc_disable_sites_health_monitoring: flag(1, 'Do not send e-mails about sites with poor health.'),
    svc_sitehealth_threshold: oneOf([80, 100], 80, 'The score below which the health of a site is poor.'),
  },
  derive(given) {
    const { svc_uptime_monitoring_interval: sent, svc_uptime_monitoring_interval_seconds: seconds } = given
    if (sent !== undefined && seconds === undefined) return { ...given, svc_uptime_monitoring_interval_seconds: null }
    if (sent !== undefined || typeof seconds !== 'number' || seconds === 0) return given
    return { ...given, svc_uptime_monitoring_interval: minutesOf(seconds) }
  },
  check({
    svc_uptime_monitoring_type,
    svc_uptime_monitoring_keyword,
    svc_uptime_monitoring_interval: shown,
    svc_uptime_monitoring_interval_seconds: seconds,
  }): Record<string, string> {
    if (seconds !== 0 && minutesOf(seconds) !== shown)
      return {
        svc_uptime_monitoring_interval_seconds: 'contradicts svc_uptime_monitoring_interval; send only one of them',
      }
    if (svc_uptime_monitoring_type !== 'keyword' || svc_uptime_monitoring_keyword !== '') return {}
    const reason = 'is required for the type keyword: send the text that the page must contain'
    return { svc_uptime_monitoring_keyword: reason }
  },
})
