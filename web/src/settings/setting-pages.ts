import { weekdayOptions } from './setting-options.ts'
import { settingTexts } from './setting-texts.ts'

/** The groups of the API whose values the pages show. */
export const settingGroupNames = [
  'general',
  'monitoring',
  'advanced',
  'cost-tracker',
  'time-tracker',
  'sign-in',
] as const
export type GroupName = (typeof settingGroupNames)[number]

export interface Setting {
  group: GroupName
  key: string
  label: string
  hint?: string
  /** Shown after the number. */
  unit?: string
  options?: Readonly<Record<string, string>>
  /** interval: two settings, minutes or seconds; duration: a text such as 60s; statuses: HTTP statuses as ranges; off: 1 means off. */
  control?: 'interval' | 'duration' | 'statuses' | 'time' | 'off'
  /** Further words that people search for. */
  words?: string
}

export interface SettingSection {
  title: string
  settings: readonly Setting[]
}

const of = (group: GroupName, key: string, label: string, more: Partial<Setting> = {}): Setting => ({
  group,
  key,
  label,
  ...more,
})
const general = (key: string, label: string, more?: Partial<Setting>) => of('general', key, label, more)
const monitoring = (key: string, label: string, more?: Partial<Setting>) => of('monitoring', `svc_${key}`, label, more)
const advanced = (key: string, label: string, more?: Partial<Setting>) => of('advanced', key, label, more)

const retentions = Object.fromEntries(
  [90, 180, 365, 730, 1095, 1825, 3650].map((count) => [
    count,
    count < 365 ? settingTexts.daysCount({ days: count }) : settingTexts.yearsCount({ years: count / 365 }),
  ]),
)
const delays = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 14, 30].map((count) => [count, settingTexts.daysCount({ days: count })]),
)

/** What the pages show as forms, in this order. Settings without effect here are left to the API. */
export const settingPages: Readonly<Record<'general' | 'updates' | 'monitoring' | 'advanced', SettingSection[]>> = {
  general: [
    {
      title: settingTexts.dateAndTime,
      settings: [
        general('timezone_string', settingTexts.timeZone, { hint: settingTexts.timeZoneHint }),
        general('date_format', settingTexts.dateFormat, { hint: settingTexts.dateFormatHint }),
        general('time_format', settingTexts.timeFormat, { hint: settingTexts.timeFormatHint }),
      ],
    },
    {
      title: settingTexts.syncs,
      settings: [
        general('frequency_daily_update', settingTexts.syncsPerDay, {
          hint: settingTexts.syncsPerDayHint,
          unit: settingTexts.perDay,
        }),
      ],
    },
    {
      title: settingTexts.money,
      settings: [
        of('cost-tracker', 'currency', settingTexts.currency, { hint: settingTexts.currencyHint }),
        of('cost-tracker', 'decimals', settingTexts.decimals, { unit: settingTexts.digits }),
      ],
    },
    {
      title: settingTexts.signIn,
      settings: [
        of('sign-in', 'second_factor_for', settingTexts.secondFactor, {
          hint: settingTexts.secondFactorHint,
          words: settingTexts.wordsSignIn,
          options: {
            none: settingTexts.notRequired,
            managers: settingTexts.managers,
            everyone: settingTexts.everyone,
          },
        }),
        of('sign-in', 'second_factor_grace_days', settingTexts.graceDays, {
          hint: settingTexts.graceDaysHint,
          unit: settingTexts.days,
        }),
        of('sign-in', 'session_idle_hours', settingTexts.idleHours, {
          unit: settingTexts.hours,
          words: settingTexts.wordsSignIn,
        }),
        of('sign-in', 'session_max_days', settingTexts.maxDays, {
          unit: settingTexts.days,
          words: settingTexts.wordsSignIn,
        }),
      ],
    },
  ],
  updates: [
    {
      title: settingTexts.automaticUpdates,
      settings: [
        general('automatic_daily_update', settingTexts.autoWordPress),
        general('plugin_automatic_daily_update', settingTexts.autoPlugins),
        general('theme_automatic_daily_update', settingTexts.autoThemes),
        general('trans_automatic_daily_update', settingTexts.autoTranslations),
        general('frequency_auto_update', settingTexts.howOften, {
          options: {
            daily: settingTexts.everyDay,
            weekly: settingTexts.everyWeek,
            monthly: settingTexts.everyMonth,
          },
        }),
        general('time_auto_update', settingTexts.startTime, { hint: settingTexts.startTimeHint, control: 'time' }),
        general('dayinweek_auto_update', settingTexts.weekday, {
          hint: settingTexts.weekdayHint,
          options: weekdayOptions,
        }),
        general('dayinmonth_auto_update', settingTexts.monthday, { hint: settingTexts.monthdayHint }),
        general('delay_autoupdate', settingTexts.delay, {
          hint: settingTexts.delayHint,
          options: { 0: settingTexts.noDelay, ...delays },
        }),
      ],
    },
    {
      title: settingTexts.checksAndBackups,
      settings: [
        general('check_http_response', settingTexts.checkPages, { hint: settingTexts.checkPagesHint }),
        general('check_http_response_method', settingTexts.checkMethod, {
          options: { get: settingTexts.checkFull, head: settingTexts.checkStatus },
        }),
        general('backup_before_upgrade', settingTexts.wantBackup, { hint: settingTexts.wantBackupHint }),
        general('backup_before_upgrade_days', settingTexts.backupAge, { unit: settingTexts.days }),
      ],
    },
  ],
  monitoring: [
    {
      title: settingTexts.uptime,
      settings: [
        monitoring('uptime_monitoring_active', settingTexts.monitorAll, { hint: settingTexts.monitorAllHint }),
        monitoring('uptime_monitoring_interval', settingTexts.interval, {
          hint: settingTexts.intervalHint,
          control: 'interval',
        }),
        monitoring('uptime_monitoring_timeout', settingTexts.timeout, {
          hint: settingTexts.timeoutHint,
          control: 'duration',
        }),
        monitoring('uptime_monitoring_down_confirmation_check', settingTexts.retries, {
          hint: settingTexts.retriesHint,
          unit: settingTexts.times,
        }),
      ],
    },
    {
      title: settingTexts.upWhen,
      settings: [
        monitoring('uptime_monitoring_type', settingTexts.checkType, {
          options: {
            http: settingTexts.typeHttp,
            ping: settingTexts.typePing,
            keyword: settingTexts.typeKeyword,
          },
        }),
        monitoring('uptime_monitoring_keyword', settingTexts.keyword, { hint: settingTexts.keywordHint }),
        monitoring('uptime_monitoring_method', settingTexts.method, { hint: settingTexts.methodHint }),
        monitoring('uptime_monitoring_up_status_codes', settingTexts.statuses, { control: 'statuses' }),
      ],
    },
    {
      title: settingTexts.history,
      settings: [
        monitoring('uptime_monitoring_retention_days', settingTexts.monitorHistory, { unit: settingTexts.days }),
      ],
    },
    {
      title: settingTexts.siteHealth,
      settings: [
        monitoring('disable_sites_health_monitoring', settingTexts.healthAlerts, {
          hint: settingTexts.healthAlertsHint,
          control: 'off',
        }),
        monitoring('sitehealth_threshold', settingTexts.healthThreshold),
      ],
    },
  ],
  advanced: [
    {
      title: settingTexts.callsToSites,
      settings: [
        advanced('svc_maximum_requests', settingTexts.callsAtOnce, {
          hint: settingTexts.callsAtOnceHint,
          unit: settingTexts.calls,
        }),
        advanced('svc_minimum_delay', settingTexts.callPause, { unit: settingTexts.milliseconds }),
        advanced('svc_maximum_ip_requests', settingTexts.callsPerAddress, {
          hint: settingTexts.callsPerAddressHint,
          unit: settingTexts.calls,
        }),
        advanced('svc_minimum_ip_delay', settingTexts.callPausePerAddress, { unit: settingTexts.milliseconds }),
        advanced('svc_maximum_install_update_requests', settingTexts.updatesAtOnce, { unit: settingTexts.sites }),
        advanced('svc_maximum_uptime_monitoring_requests', settingTexts.checksAtOnce, { unit: settingTexts.checks }),
      ],
    },
    {
      title: settingTexts.connections,
      settings: [
        advanced('svc_ssl_verify_certificate', settingTexts.checkCertificates, {
          hint: settingTexts.checkCertificatesHint,
        }),
        advanced('svc_force_use_ipv4', settingTexts.ipv4, { hint: settingTexts.ipv4Hint }),
      ],
    },
    {
      title: settingTexts.history,
      settings: [
        advanced('audit_retention_days', settingTexts.keepAudit, {
          options: { 0: settingTexts.forever, ...retentions },
        }),
        advanced('update_history_retention_days', settingTexts.keepUpdates, {
          options: { 0: settingTexts.forever, ...retentions },
        }),
        advanced('report_deliveries_retention_days', settingTexts.keepDeliveries, {
          options: { 0: settingTexts.forever, ...retentions },
        }),
      ],
    },
    {
      title: settingTexts.api,
      settings: [
        advanced('svc_rest_batch_items_limit', settingTexts.batchItems, { unit: settingTexts.items }),
        advanced('svc_rest_credentials_in_query', settingTexts.keysInAddress, {
          hint: settingTexts.keysInAddressHint,
        }),
      ],
    },
  ],
}
