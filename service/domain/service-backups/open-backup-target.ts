import type { Context } from '../../operation/context.ts'
import { type BackupTarget, openFolderTarget, openS3Target } from '../../platform/backup-storage/backup-target.ts'
import { present } from '../../platform/present.ts'
import { type BackupSettings, backupSecretColumn } from './backup-settings-store.ts'

/** The target of complete settings (see listMissing). */
export function openBackupTarget(
  { outbound, clock, secrets, serviceBackup }: Pick<Context, 'outbound' | 'clock' | 'secrets' | 'serviceBackup'>,
  settings: BackupSettings,
): BackupTarget {
  if (settings.target === 'folder') return openFolderTarget(present(serviceBackup.folder, 'BACKUP_DIR'))
  const sealed = present(settings.s3_secret, 'the secret key of the storage')
  return openS3Target(
    { outbound, clock },
    {
      location: { endpoint: settings.s3_endpoint, region: settings.s3_region, bucket: settings.s3_bucket },
      credentials: { accessKeyId: settings.s3_access_key, secretAccessKey: secrets.open(sealed, backupSecretColumn) },
      prefix: settings.s3_prefix,
      spool: present(serviceBackup.spool, 'the folder for uploads'),
      partBytes: serviceBackup.partBytes,
    },
  )
}
