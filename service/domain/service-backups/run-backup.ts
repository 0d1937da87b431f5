import type { Context } from '../../operation/context.ts'
import type { BackupTarget } from '../../platform/backup-storage/backup-target.ts'
import { writeBackup } from '../../platform/database/backup/write-backup.ts'
import { findDatabaseFailure } from '../../platform/database/database-failure.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { leaseSignal } from '../../platform/leases.ts'
import { present } from '../../platform/present.ts'
import { publishEvents } from '../events/index.ts'
import { listMissing, locationOf } from './backup-environment.ts'
import { backupEnded, backupFailed, backupNotConfigured, backupNotFound, describeFailure } from './backup-errors.ts'
import { type BackupSettings, findBackupSettings, updateLateSince } from './backup-settings-store.ts'
import { openBackupTarget } from './open-backup-target.ts'
import {
  type BackupRow,
  deleteBackupParts,
  endBackup,
  findBackup,
  insertBackupPart,
  listBackupParts,
  listExpiredBackups,
  listFailedNames,
  updateBackup,
  updateDeleted,
} from './service-backup-store.ts'

type RunContext = Pick<Context, 'db' | 'clock' | 'log' | 'secrets' | 'outbound' | 'serviceBackup'>

const progressBytes = 8 * 1024 * 1024
const dayMs = 86_400_000

/**
 * Writes, stores and records one backup. A process that was killed leaves the row running: the next one continues the upload if the
 * written file is on its disk, and begins again otherwise.
 */
export async function runBackup(context: RunContext, id: number): Promise<BackupRow> {
  const { db } = context
  const backup = await findBackup(db, id)
  if (!backup) throw backupNotFound(id)
  if (backup.status !== 'running') throw backupEnded()
  const settings = await findBackupSettings(db)
  let target: BackupTarget | undefined
  try {
    const missing = listMissing(context.serviceBackup, settings)
    if (missing.length > 0) throw backupNotConfigured(missing)
    target = openBackupTarget(context, settings)
    if (locationOf(context.serviceBackup, settings) !== backup.location)
      throw backupFailed('The target of the backups was changed while this one ran. Start a new one.')
    const written = await ensureWritten(context, target, backup)
    await storeBackup(context, target, written)
    await recordSuccess(context, id)
  } catch (error) {
    // Another process continues it, or this one when the database is back.
    if (leaseSignal()?.aborted || findDatabaseFailure(error) === 'away') throw error
    throw await recordFailure(context, target, backup, error)
  }
  await target.finish(backup.name)
  await deleteExpired(context, target, { settings, location: backup.location })
  return present(await findBackup(db, id), 'the backup')
}

/** The row of a backup whose file is complete in the folder of the target. */
async function ensureWritten(
  { db, ...context }: RunContext,
  target: BackupTarget,
  backup: BackupRow,
): Promise<BackupRow> {
  const { id, name, size } = backup
  const path = target.pathOf(name)
  await target.prepare(name, await listFailedNames(db, backup))
  if (backup.step === 'storing' && (await target.findWrittenSize(name)) === size) return backup
  if (backup.upload_id !== null) await target.abort(name, backup.upload_id).catch(() => {})
  await deleteBackupParts(db, id)
  // Of an earlier attempt of this backup that was killed.
  await target.removeWritten(name)
  await updateBackup(db, id, { step: 'writing', bytes_done: 0, upload_id: null })
  let reported = 0
  let reporting: Promise<unknown> = Promise.resolve()
  const { connection, keys, version, sealed } = context.serviceBackup
  const summary = await writeBackup({
    ...{ connection, path, draft: `${path}.part`, version, sealed },
    ...{ secrets: context.secrets, clock: context.clock, keys: present(keys, 'BACKUP_KEY'), signal: leaseSignal() },
    onProgress(bytes) {
      if (bytes - reported < progressBytes) return
      reported = bytes
      reporting = reporting.then(() => updateBackup(db, id, { bytes_done: bytes })).catch(() => {})
    },
  })
  await reporting
  const { rows, counts, createdAt } = summary
  const facts = {
    step: 'storing' as const,
    size: await target.findWrittenSize(name),
    rows,
    snapshot_at: createdAt,
    bytes_done: 0,
  }
  await updateBackup(db, id, { ...facts, counts })
  return { ...backup, ...facts, counts, upload_id: null }
}

async function storeBackup({ db }: RunContext, target: BackupTarget, { id, name, size, upload_id }: BackupRow) {
  await target.store(name, present(size, 'the size of the file'), {
    uploadId: upload_id,
    parts: upload_id === null ? [] : await listBackupParts(db, id),
    onStart: (uploadId) => updateBackup(db, id, { upload_id: uploadId }),
    async onPart(part, bytes) {
      await insertBackupPart(db, id, part)
      await updateBackup(db, id, { bytes_done: bytes })
    },
  })
}

async function recordSuccess({ db, clock }: RunContext, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await endBackup(trx, id, { failure: null, now: clock.now() }))) throw backupEnded()
    await updateLateSince(trx, null)
  })
}

/** Records why it failed, and removes what it left. Returns the error for the caller. */
async function recordFailure(
  { db, clock, log }: RunContext,
  target: BackupTarget | undefined,
  { id, name }: BackupRow,
  error: unknown,
): Promise<Error> {
  const failure = describeFailure(error)
  log.error({ err: error, backup: id }, 'the backup of Flotilla failed')
  const upload = (await findBackup(db, id))?.upload_id
  await failBackup({ db, clock }, id, failure)
  if (target) {
    const clean = [target.removeWritten(name), ...(upload ? [target.abort(name, upload)] : [])]
    for (const result of await Promise.allSettled(clean))
      if (result.status === 'rejected') log.warn({ reason: messageOf(result.reason) }, 'a failed backup left files')
  }
  return backupFailed(failure)
}

/** Ends a backup as failed, with its event. */
export async function failBackup(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: number,
  failure: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    if (!(await endBackup(trx, id, { failure, now }))) return
    const data = { backup_id: id, reason: failure }
    await publishEvents(trx, [{ type: 'service_backup.failed', subject: 'service_backup', data }], now)
  })
}

/** A file that cannot be deleted is tried again after the next backup. */
async function deleteExpired(
  { db, clock, log }: RunContext,
  target: BackupTarget,
  { settings, location }: { settings: BackupSettings; location: string },
): Promise<void> {
  const { target: kind, keep_count: keepCount, keep_days } = settings
  if (kind === 'none') return
  const now = clock.now()
  const before = keep_days === 0 ? null : new Date(now.getTime() - keep_days * dayMs)
  for (const { id, name } of await listExpiredBackups(db, { target: kind, location, keepCount, before })) {
    try {
      await target.delete(name)
      await updateDeleted(db, id, now)
    } catch (error) {
      log.warn({ backup: id, reason: messageOf(error) }, 'an old backup of Flotilla could not be deleted')
    }
  }
}
