import { settingsTexts } from './settings-texts.ts'

interface SettingLabel {
  label: string
  /** Descriptions that replace those of the contract where these refer to other settings by key. */
  description?: string
  unit?: string
  options?: Readonly<Record<string, string>>
}

interface Section {
  title: string
  keys: readonly string[]
}

const weekdays = [
  settingsTexts.sunday,
  settingsTexts.monday,
  settingsTexts.tuesday,
  settingsTexts.wednesday,
  settingsTexts.thursday,
  settingsTexts.friday,
  settingsTexts.saturday,
]

/** Labels of settings. A setting without a label is shown by its key. */
export const settingLabels: Readonly<Record<string, SettingLabel | undefined>> = {
  frequency_daily_update: {
    label: settingsTexts.syncsADay,
    description: settingsTexts.allSitesAreSynced,
  },
  second_factor_for: {
    label: settingsTexts.secondFactorFor,
    description: settingsTexts.theySetUpAn,
    options: {
      none: settingsTexts.notRequired,
      managers: settingsTexts.managersAndAdministrators,
      everyone: settingsTexts.everyone,
    },
  },
  session_idle_hours: {
    label: settingsTexts.signOutAfterInactivity,
    description: settingsTexts.aSessionWithoutCalls,
    unit: 'hours',
  },
  session_max_days: { label: settingsTexts.longestSession, description: settingsTexts.olderSessionsEnd, unit: 'days' },
  second_factor_grace_days: {
    label: settingsTexts.daysToSetOne,
    description: settingsTexts.fromTheirNextSign,
    unit: 'days',
  },
  timezone_string: { label: settingsTexts.timeZone },
  date_format: { label: settingsTexts.dates },
  time_format: { label: settingsTexts.times },
  automatic_daily_update: { label: settingsTexts.wordpress },
  plugin_automatic_daily_update: { label: settingsTexts.plugins },
  theme_automatic_daily_update: { label: settingsTexts.themes },
  trans_automatic_daily_update: { label: settingsTexts.translations },
  frequency_auto_update: {
    description: '',
    label: settingsTexts.howOften,
    options: { daily: settingsTexts.everyDay, weekly: settingsTexts.everyWeek, monthly: settingsTexts.everyMonth },
  },
  time_auto_update: { label: settingsTexts.at, description: settingsTexts.inTheTimeZone },
  dayinweek_auto_update: {
    label: settingsTexts.weekday,
    description: settingsTexts.forWeeklyUpdates,
    options: Object.fromEntries(weekdays.entries()),
  },
  dayinmonth_auto_update: { label: settingsTexts.dayOfTheMonth },
  delay_autoupdate: {
    label: settingsTexts.waitUntilAnUpdate,
    unit: 'days',
    description: settingsTexts.badReleasesAreOften,
  },
  check_http_response: {
    label: settingsTexts.checkPagesBeforeAnd,
    description: settingsTexts.aSiteThatBreaks,
  },
  check_http_response_method: {
    label: settingsTexts.methodOfTheCheck,
    options: { head: settingsTexts.headStatusOnly, get: settingsTexts.getAlsoFindsErrors },
  },
  backup_before_upgrade: {
    label: settingsTexts.wantABackupFirst,
    description: settingsTexts.flotillaMakesNoneThe,
  },
  backup_before_upgrade_days: { label: settingsTexts.backupNotOlderThan, unit: 'days', description: '' },
  svc_maximum_requests: { label: settingsTexts.callsAtOnce, unit: 'calls' },
  svc_minimum_delay: { label: settingsTexts.pauseBetweenCalls, unit: 'milliseconds' },
  svc_maximum_ip_requests: { label: settingsTexts.callsAtOnceTo, unit: 'calls' },
  svc_minimum_ip_delay: { label: settingsTexts.pauseBetweenCallsTo, unit: 'milliseconds' },
  svc_ssl_verify_certificate: { label: settingsTexts.checkCertificates },
  svc_force_use_ipv4: { label: 'IPv4 only' },
  audit_retention_days: { label: settingsTexts.keepAuditLines, description: settingsTexts.n0KeepsAllOf, unit: 'days' },
  update_history_retention_days: {
    label: settingsTexts.keepTheHistoryOf,
    description: settingsTexts.n0KeepsAllOfIt,
    unit: 'days',
  },
  svc_rest_batch_items_limit: { label: settingsTexts.itemsInOneBatch, unit: 'items' },
  svc_rest_credentials_in_query: {
    label: settingsTexts.keysInTheAddress,
    description: settingsTexts.forOldScriptsThat,
  },
  svc_uptime_monitoring_active: {
    label: settingsTexts.watchAllSites,
    description: settingsTexts.butForThoseThat,
  },
  svc_uptime_monitoring_type: {
    label: settingsTexts.lookFor,
    options: {
      http: settingsTexts.anHttpStatus,
      ping: settingsTexts.aConnectionPing,
      keyword: settingsTexts.aWordOnThe,
    },
  },
  svc_uptime_monitoring_interval: { label: settingsTexts.every, unit: 'minutes', description: '' },
  svc_uptime_monitoring_interval_seconds: {
    label: settingsTexts.orEvery,
    unit: 'seconds',
    description: settingsTexts.from30UpFor,
  },
  svc_uptime_monitoring_timeout: { label: settingsTexts.giveUpAfter },
  svc_uptime_monitoring_method: { label: settingsTexts.httpMethod },
  svc_uptime_monitoring_up_status_codes: { label: settingsTexts.statusesThatMeanUp },
  svc_uptime_monitoring_down_confirmation_check: {
    label: settingsTexts.furtherChecksBeforeIt,
    unit: 'checks',
    description: settingsTexts.preventsFalseAlarms,
  },
  svc_uptime_monitoring_keyword: { label: settingsTexts.wordOnThePage },
  svc_uptime_monitoring_retention_days: { label: settingsTexts.keepTheHistoryFor, unit: 'days', description: '' },
  currency: { label: settingsTexts.currency, description: settingsTexts.threeLettersSuchAs },
  currency_position: {
    label: settingsTexts.whereItStands,
    options: { left: '$1', right: '1$', left_space: '$ 1', right_space: '1 $' },
  },
  thousand_separator: { label: settingsTexts.betweenThousands },
  decimal_separator: { label: settingsTexts.beforeDecimals },
  decimals: { label: settingsTexts.decimals, unit: 'digits' },
}

/** Sections and order of settings. Settings in no section are listed last. */
export const settingSections: Readonly<Record<string, readonly Section[] | undefined>> = {
  general: [
    { title: settingsTexts.syncs, keys: ['frequency_daily_update'] },
    {
      title: settingsTexts.automaticUpdates,
      keys: [
        'automatic_daily_update',
        'plugin_automatic_daily_update',
        'theme_automatic_daily_update',
        'trans_automatic_daily_update',
        'frequency_auto_update',
        'time_auto_update',
        'dayinweek_auto_update',
        'dayinmonth_auto_update',
        'delay_autoupdate',
      ],
    },
    {
      title: settingsTexts.safetyOfUpdates,
      keys: [
        'check_http_response',
        'check_http_response_method',
        'backup_before_upgrade',
        'backup_before_upgrade_days',
      ],
    },
    { title: settingsTexts.datesAndTimesIn, keys: ['timezone_string', 'date_format', 'time_format'] },
  ],
  advanced: [
    {
      title: settingsTexts.callsToSites,
      keys: ['svc_maximum_requests', 'svc_minimum_delay', 'svc_maximum_ip_requests', 'svc_minimum_ip_delay'],
    },
    { title: settingsTexts.connections, keys: ['svc_ssl_verify_certificate', 'svc_force_use_ipv4'] },
    { title: settingsTexts.retention, keys: ['audit_retention_days', 'update_history_retention_days'] },
    { title: 'API', keys: ['svc_rest_batch_items_limit', 'svc_rest_credentials_in_query'] },
  ],
}

export const labelOf = (key: string): string =>
  settingLabels[key]?.label ??
  key
    .replace(/^svc_/, '')
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase())
