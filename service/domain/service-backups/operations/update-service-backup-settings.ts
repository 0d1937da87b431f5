import { operation } from '../../../operation/operation.ts'
import { announceAccessProtection } from '../../events/index.ts'
import { listMissing } from '../backup-environment.ts'
import { backupSettingsInput, mergeBackupSettings } from '../backup-settings-input.ts'
import { type BackupSettings, upsertBackupSettings } from '../backup-settings-store.ts'
import { BackupStatus, readBackupStatus } from '../service-backup.ts'

export const updateServiceBackupSettings = operation({
  name: 'update-service-backup-settings',
  summary:
    'Change where and when Flotilla backs itself up, how long backups are kept and how often one is restored to check it; fields that are not sent do not change.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: backupSettingsInput,
  readOnly: ['has_s3_secret'],
  output: BackupStatus,
  // Only the names of fields: one of the values is secret.
  subject: ({ target, ...given }) => JSON.stringify({ ...(target && { target }), changed: Object.keys(given) }),
})
  .plans(async (changes, context) => {
    const { after } = await mergeBackupSettings(context, changes)
    const { target, s3_endpoint, s3_bucket, interval_hours, keep_count, keep_days } = after
    return {
      would_affect: [{ target, s3_endpoint, s3_bucket, interval_hours, keep_count, keep_days }],
      warnings: target === 'none' ? [] : listMissing(context.serviceBackup, after),
    }
  })
  .does(async (changes, context) => {
    const { before, after } = await mergeBackupSettings(context, changes)
    // A new target has not had the time for a backup: it is not late at once.
    const isNew = before.target !== after.target
    await upsertBackupSettings(context.db, { ...after, late_since: isNew ? null : after.late_since })
    if (!isSamePlace(before, after)) await announceAccessProtection(context, context.db, 'service-backups')
    return readBackupStatus(context)
  })

const placeFields = ['target', 's3_endpoint', 's3_region', 's3_bucket', 's3_prefix', 's3_access_key_id'] as const
const isSamePlace = (one: BackupSettings, other: BackupSettings) =>
  placeFields.every((name) => one[name] === other[name])
