import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export const backupTargets = ['none', 'folder', 's3'] as const

interface SettingsTable {
  id: boolean
  target: (typeof backupTargets)[number]
  s3_endpoint: string
  s3_region: string
  s3_bucket: string
  s3_prefix: string
  s3_access_key: string
  /** Sealed; null without a secret. */
  s3_secret: string | null
  interval_hours: number
  start_hour: number
  keep_count: number
  keep_days: number
  check_days: number
  changed_at: Date
  /** The backup is late since then, and its event was published. */
  late_since: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    service_backup_settings: SettingsTable
  }
}

export type BackupSettingsRow = Omit<Selectable<SettingsTable>, 'id'>
/** Also before they are stored for the first time. */
export type BackupSettings = Omit<BackupSettingsRow, 'changed_at'> & { changed_at: Date | null }

export const backupSecretColumn = 'service_backup_settings.s3_secret'

export const initialBackupSettings: BackupSettings = {
  target: 'none',
  s3_endpoint: '',
  s3_region: 'us-east-1',
  s3_bucket: '',
  s3_prefix: '',
  s3_access_key: '',
  s3_secret: null,
  interval_hours: 24,
  start_hour: 3,
  keep_count: 14,
  keep_days: 30,
  check_days: 7,
  changed_at: null,
  late_since: null,
}

export async function findBackupSettings(db: Db): Promise<BackupSettings> {
  const row = await db.selectFrom('service_backup_settings').selectAll().executeTakeFirst()
  if (!row) return initialBackupSettings
  const { id: _, ...settings } = row
  return settings
}

export async function upsertBackupSettings(db: Db, settings: BackupSettingsRow): Promise<void> {
  await db
    .insertInto('service_backup_settings')
    .values({ ...settings, id: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(settings))
    .execute()
}

export async function updateLateSince(db: Db, lateSince: Date | null): Promise<void> {
  await db.updateTable('service_backup_settings').set({ late_since: lateSince }).execute()
}
