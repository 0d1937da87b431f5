import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { startJob } from '../jobs/index.ts'
import { insertRestoreCheck, updateCheckJob } from './backup-check-store.ts'
import { listMissing, locationOf } from './backup-environment.ts'
import { backupNotConfigured, backupNotFound } from './backup-errors.ts'
import { type BackupSettings, findBackupSettings } from './backup-settings-store.ts'
import { runRestoreCheck } from './operations/run-restore-check.ts'
import { runServiceBackup } from './operations/run-service-backup.ts'
import { type BackupRow, findBackup, findLastBackup, insertBackup, updateBackup } from './service-backup-store.ts'

type StartContext = Pick<Context, 'db' | 'queue' | 'clock' | 'actor' | 'serviceBackup'>

/** The settings; throws svc_backup_not_configured if something is missing. */
export async function requireConfigured({ serviceBackup }: StartContext, db: Db): Promise<BackupSettings> {
  const settings = await findBackupSettings(db)
  const missing = listMissing(serviceBackup, settings)
  if (missing.length > 0) throw backupNotConfigured(missing)
  return settings
}

/** Queues a backup; null while another one runs. */
export async function startBackup(
  context: StartContext,
  settings: BackupSettings,
  trx: Db,
): Promise<{ backup_id: number; job_id: string } | null> {
  const { serviceBackup, clock, actor } = context
  if (settings.target === 'none') throw backupNotConfigured(listMissing(serviceBackup, settings))
  const row = {
    target: settings.target,
    location: locationOf(serviceBackup, settings),
    started_by: actor.name,
    started_at: clock.now(),
  }
  const backup = await insertBackup(trx, row)
  if (!backup) return null
  const targets = [{ siteId: null, label: backup.name, input: { backup_id: backup.id } }]
  const job = await startJob(
    context,
    { kind: 'service-backup', operation: runServiceBackup, targets, heavy: true },
    trx,
  )
  await updateBackup(trx, backup.id, { job_id: job.id })
  return { backup_id: backup.id, job_id: String(job.id) }
}

/** This backup, or the newest one; only one whose file is stored can be checked. */
export async function requireStoredBackup(db: Db, id: number | undefined): Promise<BackupRow> {
  const backup = id === undefined ? await findLastBackup(db) : await findBackup(db, id)
  if (!isStored(backup)) throw backupNotFound(id ?? null)
  return backup
}

export const isStored = (backup: BackupRow | undefined): backup is BackupRow =>
  backup?.status === 'done' && backup.deleted_at === null

/** Queues a restore check; null while another one runs. */
export async function startCheck(
  context: StartContext,
  backup: BackupRow,
  trx: Db,
): Promise<{ check_id: number; job_id: string } | null> {
  const { clock, actor } = context
  const id = await insertRestoreCheck(trx, { backup_id: backup.id, started_by: actor.name, started_at: clock.now() })
  if (id === undefined) return null
  const targets = [{ siteId: null, label: backup.name, input: { check_id: id } }]
  const job = await startJob(context, { kind: 'restore-check', operation: runRestoreCheck, targets, heavy: true }, trx)
  await updateCheckJob(trx, id, job.id)
  return { check_id: id, job_id: String(job.id) }
}
