import { z } from 'zod'
import { flag, line, namedFlags, oneOf, textThat, timeOfDay, whole } from '../kinds.ts'
import { group, type Setting, withoutEffect } from '../setting.ts'
import { readTimeZone } from '../time-zone.ts'

const dashboard = 'kept for clients that go by it; Flotilla’s own dashboard does not'
const noOwnBackups = 'Flotilla makes no backups of sites'

const backupTitles: Record<string, string> = { '': 'Native backups', 'module-api-backups': 'API backups' }
const backup = z.literal(Object.keys(backupTitles))

/** Shown with its title; sent as a word, or as it is shown. */
const primaryBackup: Setting<{ value: string; title: string }> = {
  summary: 'Which kind of backup a site gets first.',
  byDefault: { value: '', title: backupTitles['']! },
  takes: z.union([backup, z.strictObject({ value: backup, title: z.string().optional() }), z.null()]),
  holds: z.object({ value: z.string(), title: z.string() }),
  keeps: (given) => {
    const value = typeof given === 'string' ? given : (given as { value: string }).value
    return { value, title: backupTitles[value]! }
  },
}

export const general = group({
  name: 'general',
  title: 'General settings',
  settings: {
    time_daily_update: withoutEffect(
      timeOfDay('', 'When the first sync of the day begins.'),
      'syncs are spread over the day',
    ),
    frequency_daily_update: whole(1, 12, 2, 'How many times a day all sites are synced, evenly spread.'),
    date_format: line(50, 'F j, Y', 'How dates are written in e-mails: letters as in F j, Y for November 15, 2026.'),
    time_format: line(50, 'g:i a', 'How times are written in e-mails: letters as in g:i a for 9:05 pm.'),
    timezone_string: textThat(
      (text) => readTimeZone(text) !== null,
      'must be a time zone such as Europe/Berlin, UTC or UTC+5.5',
      'UTC+0',
      'The time zone of dates and times in e-mails: a name, or an offset such as UTC+2.',
    ),
    sidebar_position: withoutEffect(flag(0, 'Put the sidebar on the left.'), dashboard),
    hide_update_everything: withoutEffect(flag(0, 'Hide the button that updates everything.'), dashboard),
    svc_widgets: withoutEffect(namedFlags('Which widgets of the overview are shown.'), dashboard),
    plugin_automatic_daily_update: flag(0, 'Update plugins by itself.'),
    theme_automatic_daily_update: flag(0, 'Update themes by itself.'),
    trans_automatic_daily_update: flag(0, 'Update translations by itself.'),
    automatic_daily_update: flag(0, 'Update WordPress by itself.'),
    frequency_auto_update: oneOf(['daily', 'weekly', 'monthly'], 'daily', 'How often automatic updates run.'),
    time_auto_update: timeOfDay('00:00', 'When automatic updates run, in the time zone of timezone_string.'),
    dayinweek_auto_update: whole(0, 6, 0, 'The weekday of weekly ones; 0 is Sunday.'),
    dayinmonth_auto_update: whole(
      0,
      31,
      1,
      'The day of monthly ones; shorter months have theirs on the last day, 0 means the first.',
    ),
    delay_autoupdate: oneOf(
      [0, 1, 2, 3, 4, 5, 6, 7, 14, 30],
      1,
      'Days that an update must have been on offer before it is installed by itself.',
    ),
    show_language_updates: withoutEffect(flag(1, 'Show updates of translations.'), dashboard),
    disable_update_confirmations: withoutEffect(
      oneOf([0, 1, 2], 0, 'Ask before updates: 0 always, 1 never, 2 for single ones only.'),
      dashboard,
    ),
    check_http_response: flag(0, 'Look at the front page of a site before and after its updates.'),
    check_http_response_method: oneOf(
      ['head', 'get'],
      'head',
      'How it is looked at; only get sees an error that the page itself shows.',
    ),
    backup_before_upgrade: flag(
      0,
      'Want a backup before updates. Flotilla makes none: the result says whether the site reports one.',
    ),
    backup_before_upgrade_days: whole(0, 365, 7, 'How old that backup may be, in days.'),
    numberdays_outdate_plugin_theme: withoutEffect(
      whole(1, 36_500, 365, 'Days without a release after which software counts as abandoned.'),
      'abandoned means 730 days everywhere',
    ),
    svc_primary_backup: withoutEffect(primaryBackup, noOwnBackups),
    svc_enable_legacy_backup_feature: withoutEffect(flag(0, 'Use the old kind of backup.'), noOwnBackups),
    svc_notification_on_backup_fail: withoutEffect(flag(0, 'Tell when a backup failed.'), noOwnBackups),
    svc_notification_on_backup_start: withoutEffect(flag(0, 'Tell when a backup begins.'), noOwnBackups),
    svc_chunked_backup_tasks: withoutEffect(flag(0, 'Make backups in pieces.'), noOwnBackups),
    svc_backups_on_server: withoutEffect(line(20, '', 'How many backups stay on the server.'), noOwnBackups),
    svc_backup_on_external_sources: withoutEffect(line(20, '', 'How many backups stay elsewhere.'), noOwnBackups),
    svc_archive_format: withoutEffect(
      oneOf(['', 'zip', 'tar.gz', 'tar.bz2', 'tar'], '', 'How backups are packed.'),
      noOwnBackups,
    ),
  },
  check({ svc_primary_backup, svc_enable_legacy_backup_feature }): Record<string, string> {
    if (svc_primary_backup.value === '' || svc_enable_legacy_backup_feature === 0) return {}
    return { svc_primary_backup: 'can only be module-api-backups while svc_enable_legacy_backup_feature is 0' }
  },
})
