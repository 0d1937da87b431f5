import { readBackupKeys } from '../platform/database/backup/encryption.ts'

/** What BACKUP_DIR and BACKUP_KEY of a server give; `Object.assign(service.app.context.serviceBackup, …)` in a test. */
export const backupPathsOf = (folder: string) => ({
  folder,
  keys: readBackupKeys('a key of the backups that is long enough'),
})
