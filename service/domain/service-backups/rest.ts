import { route } from '../../operation/address.ts'
import { getServiceBackupStatus } from './operations/get-service-backup-status.ts'
import { listServiceBackups } from './operations/list-service-backups.ts'
import { startRestoreCheck } from './operations/start-restore-check.ts'
import { startServiceBackup } from './operations/start-service-backup.ts'
import { updateServiceBackupSettings } from './operations/update-service-backup-settings.ts'

export const addresses = [
  route('GET /service-backups', listServiceBackups, { list: 'items' }),
  route('POST /service-backups', startServiceBackup, { message: 'Backup started.' }),
  route('GET /service-backups/status', getServiceBackupStatus),
  route('PUT|PATCH /service-backups/settings', updateServiceBackupSettings, { message: 'Backup settings saved.' }),
  route('POST /service-backups/check', startRestoreCheck, { message: 'Restore check started.' }),
]
