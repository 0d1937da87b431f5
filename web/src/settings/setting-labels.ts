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

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Labels of settings. A setting without a label is shown by its key. */
export const settingLabels: Readonly<Record<string, SettingLabel | undefined>> = {
  frequency_daily_update: {
    label: 'Syncs a day',
    description: 'All sites are synced so often, evenly spread over the day.',
  },
  second_factor_for: {
    label: 'Second factor for',
    description:
      'They set up an authenticator app. Their login passwords then no longer work for programs; application passwords and API keys do.',
    options: { none: 'Not required', managers: 'Managers and administrators', everyone: 'Everyone' },
  },
  session_idle_hours: {
    label: 'Sign out after inactivity',
    description: 'A session without calls ends after this time.',
    unit: 'hours',
  },
  session_max_days: { label: 'Longest session', description: 'Older sessions end.', unit: 'days' },
  second_factor_grace_days: {
    label: 'Days to set one up',
    description: 'From their next sign-in. Afterwards they can only set up a second factor.',
    unit: 'days',
  },
  timezone_string: { label: 'Time zone' },
  date_format: { label: 'Dates' },
  time_format: { label: 'Times' },
  automatic_daily_update: { label: 'WordPress' },
  plugin_automatic_daily_update: { label: 'Plugins' },
  theme_automatic_daily_update: { label: 'Themes' },
  trans_automatic_daily_update: { label: 'Translations' },
  frequency_auto_update: {
    description: '',
    label: 'How often',
    options: { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' },
  },
  time_auto_update: { label: 'At', description: 'In the time zone below.' },
  dayinweek_auto_update: {
    label: 'Weekday',
    description: 'For weekly updates.',
    options: Object.fromEntries(weekdays.entries()),
  },
  dayinmonth_auto_update: { label: 'Day of the month' },
  delay_autoupdate: {
    label: 'Wait until an update is so old',
    unit: 'days',
    description: 'Bad releases are often taken back in time.',
  },
  check_http_response: {
    label: 'Check pages before and after updates',
    description: 'A site that breaks is noticed at once. Update policies say which checks roll back.',
  },
  check_http_response_method: {
    label: 'Method of the check',
    options: { head: 'HEAD (status only)', get: 'GET (also finds errors on the page)' },
  },
  backup_before_upgrade: {
    label: 'Want a backup first',
    description: 'Flotilla makes none: the result says whether the site reports one.',
  },
  backup_before_upgrade_days: { label: 'Backup not older than', unit: 'days', description: '' },
  svc_maximum_requests: { label: 'Calls at once', unit: 'calls' },
  svc_minimum_delay: { label: 'Pause between calls', unit: 'milliseconds' },
  svc_maximum_ip_requests: { label: 'Calls at once to one address', unit: 'calls' },
  svc_minimum_ip_delay: { label: 'Pause between calls to one address', unit: 'milliseconds' },
  svc_ssl_verify_certificate: { label: 'Check certificates' },
  svc_force_use_ipv4: { label: 'IPv4 only' },
  audit_retention_days: { label: 'Keep audit lines', description: '0 keeps all of them.', unit: 'days' },
  update_history_retention_days: {
    label: 'Keep the history of updates',
    description: '0 keeps all of it.',
    unit: 'days',
  },
  svc_rest_batch_items_limit: { label: 'Items in one batch', unit: 'items' },
  svc_rest_credentials_in_query: {
    label: 'Keys in the address',
    description: 'For old scripts that cannot send a header. Proxies log addresses.',
  },
  svc_uptime_monitoring_active: {
    label: 'Watch all sites',
    description: 'But for those that have a setting of their own.',
  },
  svc_uptime_monitoring_type: {
    label: 'Look for',
    options: { http: 'An HTTP status', ping: 'A connection (ping)', keyword: 'A word on the page' },
  },
  svc_uptime_monitoring_interval: { label: 'Every', unit: 'minutes', description: '' },
  svc_uptime_monitoring_interval_seconds: {
    label: 'Or every',
    unit: 'seconds',
    description: 'From 30 up, for times that are no whole minutes. 0: the minutes apply.',
  },
  svc_uptime_monitoring_timeout: { label: 'Give up after' },
  svc_uptime_monitoring_method: { label: 'HTTP method' },
  svc_uptime_monitoring_up_status_codes: { label: 'Statuses that mean “up”' },
  svc_uptime_monitoring_down_confirmation_check: {
    label: 'Further checks before it counts as down',
    unit: 'checks',
    description: 'Prevents false alarms.',
  },
  svc_uptime_monitoring_keyword: { label: 'Word on the page' },
  svc_uptime_monitoring_retention_days: { label: 'Keep the history for', unit: 'days', description: '' },
  currency: { label: 'Currency', description: 'Three letters, such as EUR.' },
  currency_position: {
    label: 'Where it stands',
    options: { left: '$1', right: '1$', left_space: '$ 1', right_space: '1 $' },
  },
  thousand_separator: { label: 'Between thousands' },
  decimal_separator: { label: 'Before decimals' },
  decimals: { label: 'Decimals', unit: 'digits' },
}

/** Sections and order of settings. Settings in no section are listed last. */
export const settingSections: Readonly<Record<string, readonly Section[] | undefined>> = {
  general: [
    { title: 'Syncs', keys: ['frequency_daily_update'] },
    {
      title: 'Automatic updates',
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
      title: 'Safety of updates',
      keys: [
        'check_http_response',
        'check_http_response_method',
        'backup_before_upgrade',
        'backup_before_upgrade_days',
      ],
    },
    { title: 'Dates and times in e-mails', keys: ['timezone_string', 'date_format', 'time_format'] },
  ],
  advanced: [
    {
      title: 'Calls to sites',
      keys: ['svc_maximum_requests', 'svc_minimum_delay', 'svc_maximum_ip_requests', 'svc_minimum_ip_delay'],
    },
    { title: 'Connections', keys: ['svc_ssl_verify_certificate', 'svc_force_use_ipv4'] },
    { title: 'Retention', keys: ['audit_retention_days', 'update_history_retention_days'] },
    { title: 'API', keys: ['svc_rest_batch_items_limit', 'svc_rest_credentials_in_query'] },
  ],
}

export const labelOf = (key: string): string =>
  settingLabels[key]?.label ??
  key
    .replace(/^svc_/, '')
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase())
