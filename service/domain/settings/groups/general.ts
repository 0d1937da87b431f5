import { z } from 'zod'
import { readTimeZone } from '../../../platform/time-zone.ts'
import { typedKeys } from '../../../platform/typed-keys.ts'
import { group, type Setting, withoutEffect } from '../setting.ts'
import { flag, integer, namedFlags, oneOf, singleLine, timeOfDay, validText } from '../setting-types.ts'

const dashboard = 'stored for clients that use it; Flotilla’s dashboard does not'
const noOwnBackups = 'Flotilla does not back up sites'

const backupTitles = { '': 'Native backups', 'module-api-backups': 'API backups' }
const backup = z.literal(typedKeys(backupTitles))

type BackupType = keyof typeof backupTitles

/** Returned with its title; sent as a value, or as returned. */
const primaryBackup: Setting<{ value: string; title: string }, BackupType | { value: BackupType }> = {
  summary: 'The preferred type of backup.',
  defaultValue: { value: '', title: backupTitles[''] },
  inputSchema: z.union([backup, z.strictObject({ value: backup, title: z.string().optional() }), z.null()]),
  storedSchema: z.object({ value: z.string(), title: z.string() }),
  toStored: (given) => {
    const value = typeof given === 'string' ? given : given.value
    return { value, title: backupTitles[value] }
  },
}

export const general = group({
  name: 'general',
  title: 'General settings',
  settings: {
    time_daily_update: withoutEffect(
      timeOfDay('', 'Time of the first sync of the day.'),
      'syncs are spread over the day',
    ),
    frequency_daily_update: integer(1, 12, 2, 'Syncs of each site per day, evenly spread.'),
    date_format: singleLine(50, 'F j, Y', 'Format of dates in e-mails, for example F j, Y for November 15, 2026.'),
    time_format: singleLine(50, 'g:i a', 'Format of times in e-mails, for example g:i a for 9:05 pm.'),
    timezone_string: validText(
      (text) => readTimeZone(text) !== null,
      'must be a time zone such as Europe/Berlin, UTC or UTC+5.5',
      'UTC+0',
      'The time zone of days (costs, reports, time tracker, overview) and of times in e-mails and reports: a name, or an offset such as UTC+2.',
    ),
    sidebar_position: withoutEffect(flag(0, 'Put the sidebar on the left.'), dashboard),
    hide_update_everything: withoutEffect(flag(0, 'Hide the button that updates everything.'), dashboard),
    svc_widgets: withoutEffect(namedFlags('Which widgets of the overview are shown.'), dashboard),
    plugin_automatic_daily_update: flag(0, 'Update plugins automatically.'),
    theme_automatic_daily_update: flag(0, 'Update themes automatically.'),
    trans_automatic_daily_update: flag(0, 'Update translations automatically.'),
    automatic_daily_update: flag(0, 'Update WordPress automatically.'),
    frequency_auto_update: oneOf(['daily', 'weekly', 'monthly'], 'daily', 'How often automatic updates run.'),
    time_auto_update: timeOfDay('00:00', 'When automatic updates run, in the time zone of timezone_string.'),
    dayinweek_auto_update: integer(0, 6, 0, 'The weekday of weekly automatic updates; 0 is Sunday.'),
    dayinmonth_auto_update: integer(
      0,
      31,
      1,
      'The day of monthly automatic updates; in shorter months the last day; 0 means the first.',
    ),
    delay_autoupdate: oneOf(
      [0, 1, 2, 3, 4, 5, 6, 7, 14, 30],
      1,
      'Days after which an available update is installed automatically.',
    ),
    show_language_updates: withoutEffect(flag(1, 'Show updates of translations.'), dashboard),
    disable_update_confirmations: withoutEffect(
      oneOf([0, 1, 2], 0, 'Confirm updates: 0 always, 1 never, 2 only for single updates.'),
      dashboard,
    ),
    check_http_response: flag(
      1,
      'Check the pages of a site before and after its updates: the default of the update policies. 0 switches all these checks off.',
    ),
    check_http_response_method: oneOf(
      ['head', 'get'],
      'get',
      'The HTTP method of that check; only get detects errors in the content of the page.',
    ),
    backup_before_upgrade: flag(
      0,
      'Check for a recent backup before updates. Flotilla makes no backups: the result states whether the site reports one.',
    ),
    backup_before_upgrade_days: integer(0, 365, 7, 'Maximum age of that backup in days.'),
    numberdays_outdate_plugin_theme: withoutEffect(
      integer(1, 36_500, 365, 'Days without a release after which software is abandoned.'),
      'abandoned means 730 days everywhere',
    ),
    svc_primary_backup: withoutEffect(primaryBackup, noOwnBackups),
    svc_enable_legacy_backup_feature: withoutEffect(flag(0, 'Use the old type of backup.'), noOwnBackups),
    svc_notification_on_backup_fail: withoutEffect(flag(0, 'Notify when a backup failed.'), noOwnBackups),
    svc_notification_on_backup_start: withoutEffect(flag(0, 'Notify when a backup starts.'), noOwnBackups),
    svc_chunked_backup_tasks: withoutEffect(flag(0, 'Make backups in chunks.'), noOwnBackups),
    svc_backups_on_server: withoutEffect(singleLine(20, '', 'Number of backups kept on the server.'), noOwnBackups),
    svc_backup_on_external_sources: withoutEffect(
      singleLine(20, '', 'Number of backups kept elsewhere.'),
      noOwnBackups,
    ),
    svc_archive_format: withoutEffect(
      oneOf(['', 'zip', 'tar.gz', 'tar.bz2', 'tar'], '', 'Archive format of backups.'),
      noOwnBackups,
    ),
  },
  check({ svc_primary_backup, svc_enable_legacy_backup_feature }): Record<string, string> {
    if (svc_primary_backup.value === '' || svc_enable_legacy_backup_feature === 0) return {}
    return { svc_primary_backup: 'can only be module-api-backups while svc_enable_legacy_backup_feature is 0' }
  },
})
