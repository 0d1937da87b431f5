import { z } from 'zod'
import { interval, timeout } from '../durations.ts'
import { group } from '../setting.ts'
import { flag, integer, oneOf, plain, singleLine } from '../setting-types.ts'

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

export const statusCodes = [100, 101, ...from(200, 206), ...from(300, 307), ...from(400, 417), ...from(500, 505)]

const expectedStatus = z.array(z.literal(statusCodes)).min(1).max(statusCodes.length)

/** For monitors without settings of their own. */
export const monitoring = group({
  name: 'monitoring',
  title: 'Monitoring settings',
  settings: {
    svc_uptime_monitoring_active: flag(0, 'Whether monitors without a setting of their own are on.'),
    svc_uptime_monitoring_type: oneOf(['http', 'ping', 'keyword'], 'http', 'How monitors check a site.'),
    svc_uptime_monitoring_interval: interval(5, 'Time between two checks.'),
    svc_uptime_monitoring_timeout: timeout('60s', 'How long a check may take.'),
    svc_uptime_monitoring_method: oneOf(
      ['head', 'get', 'post', 'push', 'patch', 'delete'],
      'head',
      'The HTTP method of checks of type http; keyword checks always use get.',
    ),
    svc_uptime_monitoring_up_status_codes: plain(expectedStatus, from(200, 206), 'HTTP statuses of a site that is up.'),
    svc_uptime_monitoring_down_confirmation_check: flag(1, 'Check a site again before it is reported as down.'),
    svc_uptime_monitoring_keyword: singleLine(200, '', 'The text that monitors of type keyword search for.'),
    svc_uptime_monitoring_retention_days: integer(1, 3650, 180, 'Days that the history of monitors is stored.'),
    svc_disable_sites_health_monitoring: flag(1, 'Do not send e-mails about sites with poor health.'),
    svc_sitehealth_threshold: oneOf([80, 100], 80, 'The score below which the health of a site is poor.'),
  },
  check({ svc_uptime_monitoring_type, svc_uptime_monitoring_keyword }): Record<string, string> {
    if (svc_uptime_monitoring_type !== 'keyword' || svc_uptime_monitoring_keyword !== '') return {}
    const reason = 'is required for the type keyword: send the text that the page must contain'
    return { svc_uptime_monitoring_keyword: reason }
  },
})
