import { join, resolve } from 'node:path'
import type { BackupPaths } from '../domain/service-backups/index.ts'
import type { Config } from '../platform/config.ts'
import { readBackupKeys } from '../platform/database/backup/encryption.ts'

/** Where this process writes backups of Flotilla, and the keys that encrypt them. */
export const readBackupPaths = (config: Config): BackupPaths => ({
  folder: config.BACKUP_DIR ? resolve(config.BACKUP_DIR) : null,
  keys: readBackupKeys(config.BACKUP_KEY),
  spool: join(resolve(config.DATA_DIR), 'backup-spool'),
})
