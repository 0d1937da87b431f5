import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { advanced } from './groups/advanced.ts'
import { costTracker } from './groups/cost-tracker.ts'
import { dashboardInsights } from './groups/dashboard-insights.ts'
import { emails } from './groups/emails.ts'
import { general } from './groups/general.ts'
import { monitoring } from './groups/monitoring.ts'
import { signInGroup } from './groups/sign-in.ts'
import { tools } from './groups/tools.ts'

/** The test of each setting that has an effect. */
const automatic = 'updates/operations/run-automatic-updates.test.ts'
const update = 'updates/operations/update-site-plugins.test.ts'
const limits = 'settings/in-force.test.ts'
const checks = 'monitors/global-settings.test.ts'
const watching = 'monitors/monitor-work.test.ts'
const mails = 'notifications/mail/send-mail.test.ts'
const mailTexts = 'notifications/operations/preview-email.test.ts'
const factors = 'access/factors/factor-policy.test.ts'
const sessions = 'access/sessions/session-limits.test.ts'
const health = 'monitors/operations/send-health-alerts.test.ts'

const testedIn: Record<string, string> = {
  second_factor_for: factors,
  session_idle_hours: sessions,
  session_max_days: sessions,
  second_factor_grace_days: factors,
  frequency_daily_update: 'sync/operations/sync-due-sites.test.ts',
  date_format: mailTexts,
  time_format: mailTexts,
  timezone_string: mailTexts,
  plugin_automatic_daily_update: automatic,
  theme_automatic_daily_update: automatic,
  trans_automatic_daily_update: automatic,
  automatic_daily_update: automatic,
  frequency_auto_update: automatic,
  time_auto_update: automatic,
  dayinweek_auto_update: automatic,
  dayinmonth_auto_update: automatic,
  delay_autoupdate: automatic,
  check_http_response: update,
  check_http_response_method: update,
  backup_before_upgrade: update,
  backup_before_upgrade_days: update,
  svc_maximum_requests: limits,
  svc_minimum_delay: limits,
  svc_maximum_ip_requests: limits,
  svc_minimum_ip_delay: limits,
  svc_maximum_install_update_requests: 'updates/run/update-slots.test.ts',
  svc_maximum_uptime_monitoring_requests: 'monitors/concurrent-checks.test.ts',
  svc_ssl_verify_certificate: limits,
  svc_force_use_ipv4: limits,
  svc_rest_batch_items_limit: limits,
  svc_rest_credentials_in_query: 'access/compatible-keys.test.ts',
  audit_retention_days: 'activity/audit-retention.test.ts',
  update_history_retention_days: 'updates/retention.test.ts',
  report_deliveries_retention_days: 'reports/retention.test.ts',
  svc_uptime_monitoring_active: watching,
  svc_uptime_monitoring_interval: watching,
  svc_uptime_monitoring_interval_seconds: 'monitors/operations/update-global-monitor-settings.test.ts',
  svc_uptime_monitoring_type: checks,
  svc_uptime_monitoring_timeout: checks,
  svc_uptime_monitoring_method: checks,
  svc_uptime_monitoring_up_status_codes: checks,
  svc_uptime_monitoring_down_confirmation_check: checks,
  svc_uptime_monitoring_keyword: checks,
  svc_uptime_monitoring_retention_days: 'monitors/retention.test.ts',
  svc_disable_sites_health_monitoring: health,
  svc_sitehealth_threshold: health,
  currency: 'costs/operations/get-site-costs.test.ts',
  decimals: 'costs/operations/get-site-costs.test.ts',
  heading: mails,
  subject: mails,
  recipients: mails,
  disable: mails,
}

const groups = [
  general,
  advanced,
  monitoring,
  tools,
  dashboardInsights,
  costTracker,
  signInGroup,
  ...Object.values(emails),
]
const claiming = groups.flatMap(({ settings }) =>
  Object.entries(settings)
    .filter(([, { summary }]) => !summary.includes('Stored without effect'))
    .map(([key]) => key),
)

it('names a test for every setting with an effect, and for no other', () => {
  expect(Object.keys(testedIn).sort()).toEqual([...new Set(claiming)].sort())
})

it.each(Object.entries(testedIn))('%s is tested in %s', (key, file) => {
  const test = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  // Tests of monitors use the names without the common prefix.
  expect(test).toMatch(new RegExp(`\\b${key.replace('svc_uptime_monitoring_', '(svc_uptime_monitoring_)?')}\\b`))
})
