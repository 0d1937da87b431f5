import type { PoolConfig } from 'pg'
import type { BackupKeys } from '../../platform/database/backup/encryption.ts'
import type { SealedColumn } from '../../platform/database/sealed-columns.ts'
import { present } from '../../platform/present.ts'
import type { BackupSettings } from './backup-settings-store.ts'

/** What the operator of the server sets; a user of the dashboard chooses neither a path nor the key. */
export interface BackupPaths {
  /** BACKUP_DIR. */
  folder: string | null
  /** BACKUP_KEY. */
  keys: BackupKeys | null
  /** For files that are being uploaded or checked. */
  spool: string | null
  /** Bytes of a part of an upload; chosen by the size of the file unless a test sets it. */
  partBytes?: number
}

export interface BackupEnvironment extends BackupPaths {
  connection: PoolConfig
  sealed: readonly SealedColumn[]
  version: string
}

declare module '../../operation/context.ts' {
  interface FeatureState {
    serviceBackup: BackupEnvironment
  }
}

const keyMissing =
  'BACKUP_KEY is not set. Set it (or BACKUP_KEY_FILE) on the server to the output of "openssl rand -base64 32", restart Flotilla, and store the key apart from the backups: without it they cannot be restored.'
const folderMissing =
  'BACKUP_DIR is not set. Set it on the server to a folder on another disk or machine, and restart Flotilla.'

/** What is missing for a backup, one sentence each; empty if it can run. */
export function listMissing({ folder, keys, spool }: BackupPaths, settings: BackupSettings): string[] {
  const missing: string[] = []
  if (settings.target === 'none') missing.push('No target is selected. Select a folder or an S3-compatible storage.')
  if (settings.target === 'folder' && !folder) missing.push(folderMissing)
  if (settings.target === 's3') {
    const fields = { endpoint: 's3_endpoint', bucket: 's3_bucket', 'access key': 's3_access_key' } as const
    for (const [label, name] of Object.entries(fields))
      if (settings[name] === '') missing.push(`The ${label} of the storage is not set.`)
    if (settings.s3_secret === null) missing.push('The secret key of the storage is not set.')
    if (!spool) missing.push('This process has no folder for data.')
  }
  if (!keys) missing.push(keyMissing)
  return missing
}

/** Where the backups of these settings are, without credentials. */
export function locationOf({ folder }: BackupPaths, settings: BackupSettings): string {
  if (settings.target === 'folder') return present(folder, 'the folder of the backups')
  return `${settings.s3_endpoint}/${settings.s3_bucket}/${settings.s3_prefix}`
}
