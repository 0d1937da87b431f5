import type { FeatureGauge } from '../../operation/feature.ts'
import { findLastPass, findLastRestoreCheck } from './backup-check-store.ts'
import { maxAgeMs, maxCheckAgeMs } from './backup-schedule.ts'
import { findBackupSettings } from './backup-settings-store.ts'
import { upToDateSince } from './service-backup.ts'
import { findFirstBackupTime, findLastBackup, findLastEndedBackup } from './service-backup-store.ts'

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

const target: FeatureGauge = {
  name: 'flotilla_backup_target',
  help: '1 if a target for backups of Flotilla itself is selected, else 0.',
  labelNames: [],
  read: async ({ db }) => [{ labels: {}, value: (await findBackupSettings(db)).target === 'none' ? 0 : 1 }],
}

const age: FeatureGauge = {
  name: 'flotilla_backup_age_seconds',
  help: 'Age of the last backup of Flotilla that succeeded, or the time since the target was set up; none without a target.',
  labelNames: [],
  async read({ db, clock }) {
    const settings = await findBackupSettings(db)
    const since = upToDateSince(settings, await findLastBackup(db))
    if (settings.target === 'none' || since === null) return []
    return [{ labels: {}, value: Math.max(0, seconds(clock.now()) - seconds(since)) }]
  },
}

const maxAge: FeatureGauge = {
  name: 'flotilla_backup_max_age_seconds',
  help: 'From this age on the last backup of Flotilla is late.',
  labelNames: [],
  read: async ({ db }) => [{ labels: {}, value: maxAgeMs(await findBackupSettings(db)) / 1000 }],
}

const size: FeatureGauge = {
  name: 'flotilla_backup_size_bytes',
  help: 'Size of the last backup of Flotilla that succeeded; none without one.',
  labelNames: [],
  async read({ db }) {
    const last = await findLastBackup(db)
    return last?.size == null ? [] : [{ labels: {}, value: last.size }]
  },
}

const failed: FeatureGauge = {
  name: 'flotilla_backup_failed',
  help: '1 if the last attempt to back up Flotilla failed, else 0.',
  labelNames: [],
  read: async ({ db }) => [{ labels: {}, value: (await findLastEndedBackup(db))?.status === 'failed' ? 1 : 0 }],
}

const checkAge: FeatureGauge = {
  name: 'flotilla_restore_check_age_seconds',
  help: 'Time since a restore check of a backup of Flotilla last passed, or since the first backup if none has; none without a backup.',
  labelNames: [],
  async read({ db, clock }) {
    const since = (await findLastPass(db)) ?? (await findFirstBackupTime(db))
    return since ? [{ labels: {}, value: Math.max(0, seconds(clock.now()) - seconds(since)) }] : []
  },
}

const maxCheckAge: FeatureGauge = {
  name: 'flotilla_restore_check_max_age_seconds',
  help: 'From this age on the last restore check that passed is too old; none without a target or while checks are switched off.',
  labelNames: [],
  async read({ db }) {
    const { target, check_days } = await findBackupSettings(db)
    return target === 'none' || check_days === 0 ? [] : [{ labels: {}, value: maxCheckAgeMs(check_days) / 1000 }]
  },
}

const checkFailed: FeatureGauge = {
  name: 'flotilla_restore_check_failed',
  help: '1 if the last restore check of a backup of Flotilla failed, else 0.',
  labelNames: [],
  read: async ({ db }) => [{ labels: {}, value: (await findLastRestoreCheck(db))?.status === 'failed' ? 1 : 0 }],
}

export const backupGauges = [target, age, maxAge, size, failed, checkAge, maxCheckAge, checkFailed]
