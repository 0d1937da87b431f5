import type { Feature } from '../../operation/feature.ts'
import { backupGauges } from './backup-gauges.ts'
import { backupSecretColumn } from './backup-settings-store.ts'
import { backupProblems } from './inbox-source.ts'
import { getServiceBackupStatus } from './operations/get-service-backup-status.ts'
import { listServiceBackups } from './operations/list-service-backups.ts'
import { runRestoreCheck } from './operations/run-restore-check.ts'
import { runServiceBackup } from './operations/run-service-backup.ts'
import { startDueServiceBackups } from './operations/start-due-service-backups.ts'
import { startRestoreCheck } from './operations/start-restore-check.ts'
import { startServiceBackup } from './operations/start-service-backup.ts'
import { updateServiceBackupSettings } from './operations/update-service-backup-settings.ts'
import { addresses } from './rest.ts'
import { deleteOldBackups } from './service-backup-store.ts'

export const serviceBackupsFeature: Feature = {
  name: 'service-backups',
  tables: ['service_backup_settings', 'service_backups', 'service_backup_parts', 'service_backup_checks'],
  operations: [
    getServiceBackupStatus,
    listServiceBackups,
    updateServiceBackupSettings,
    startServiceBackup,
    startRestoreCheck,
    runServiceBackup,
    runRestoreCheck,
    startDueServiceBackups,
  ],
  addresses,
  schedule: [{ operation: startDueServiceBackups, cron: '*/5 * * * *' }],
  // Rows of stored files stay until the files are deleted.
  retention: [
    {
      table: 'service_backups',
      cascadesTo: ['service_backup_parts', 'service_backup_checks'],
      keepDays: 365,
      delete: deleteOldBackups,
    },
  ],
  sealed: [backupSecretColumn],
  gauges: backupGauges,
  inbox: [backupProblems],
}

export type { BackupEnvironment, BackupPaths } from './backup-environment.ts'
export { sweepRestoreChecks } from './run-check.ts'
export { readBackupStatus } from './service-backup.ts'
export { hasServiceBackup } from './service-backup-store.ts'
