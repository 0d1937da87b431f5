import type { Context } from '../../operation/context.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { sweepCheckDatabases } from '../../platform/database/backup/check-database.ts'
import { checkRestore } from '../../platform/database/backup/check-restore.ts'
import { findDatabaseFailure } from '../../platform/database/database-failure.ts'
import { withSessionLock } from '../../platform/database/session-lock.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { leaseSignal } from '../../platform/leases.ts'
import { present } from '../../platform/present.ts'
import { publishEvents } from '../events/index.ts'
import { type CheckRow, endRestoreCheck, findRestoreCheck } from './backup-check-store.ts'
import { listMissing, locationOf } from './backup-environment.ts'
import {
  backupEnded,
  backupFailed,
  backupNotConfigured,
  backupNotFound,
  describeFailure,
  restoreCheckRunning,
} from './backup-errors.ts'
import { findBackupSettings } from './backup-settings-store.ts'
import { openBackupTarget } from './open-backup-target.ts'
import { findBackup } from './service-backup-store.ts'

type CheckContext = Pick<Context, 'db' | 'clock' | 'log' | 'secrets' | 'outbound' | 'serviceBackup'>

/** Restores a stored backup into a database of its own, compares it and drops the database. */
export async function runCheck(context: CheckContext, id: number): Promise<CheckRow> {
  const { db, clock, log } = context
  const check = await findRestoreCheck(db, id)
  if (!check) throw backupNotFound(null)
  if (check.status !== 'running') throw backupEnded()
  try {
    const summary = await withSessionLock(db, advisoryLocks.restoreCheck, async (lock) => {
      if (!lock) throw restoreCheckRunning()
      return restore(context, check)
    })
    await endRestoreCheck(db, id, { ...summary, failure: null, now: clock.now() })
  } catch (error) {
    if (leaseSignal()?.aborted || findDatabaseFailure(error) === 'away') throw error
    const failure = describeFailure(error)
    log.error({ err: error, check: id }, 'the restore check failed')
    await failCheck(context, check, failure)
    throw backupFailed(failure)
  }
  return present(await findRestoreCheck(db, id), 'the check')
}

async function restore(context: CheckContext, { id, backup_id }: CheckRow) {
  const { db, secrets, serviceBackup } = context
  const [settings, backup] = await Promise.all([findBackupSettings(db), findBackup(db, backup_id)])
  const missing = listMissing(serviceBackup, settings)
  if (missing.length > 0) throw backupNotConfigured(missing)
  if (backup?.status !== 'done' || backup.deleted_at !== null) throw backupNotFound(backup_id)
  if (locationOf(serviceBackup, settings) !== backup.location)
    throw backupFailed('The backup is in another place than the settings name now, so it cannot be checked.')
  const size = present(backup.size, 'the size of the backup')
  const { path, remove } = await openBackupTarget(context, settings).fetch(backup.name, size)
  try {
    return await checkRestore({
      ...{ path, checkId: id, secrets, connection: serviceBackup.connection, sealed: serviceBackup.sealed },
      keys: present(serviceBackup.keys, 'BACKUP_KEY'),
      expected: {
        createdAt: backup.snapshot_at ?? '',
        rows: backup.rows ?? 0,
        counts: backup.counts ?? {},
      },
    })
  } catch (error) {
    // People know the backup by its name, not by the path of a copy.
    if (error instanceof Error) error.message = error.message.replace(path, backup.name)
    throw error
  } finally {
    await remove()
  }
}

/** Ends a check as failed, with its event. */
export async function failCheck(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, backup_id }: Pick<CheckRow, 'id' | 'backup_id'>,
  failure: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    if (!(await endRestoreCheck(trx, id, { failure, now }))) return
    const data = { backup_id, reason: failure }
    await publishEvents(trx, [{ type: 'service_backup.check_failed', subject: 'service_backup', data }], now)
  })
}

/** At the start of a worker: drops databases of checks that were killed, unless one runs in another process. */
export async function sweepRestoreChecks({
  db,
  log,
  serviceBackup,
}: Pick<Context, 'db' | 'log' | 'serviceBackup'>): Promise<void> {
  try {
    await withSessionLock(db, advisoryLocks.restoreCheck, async (lock) => {
      const dropped = lock ? await sweepCheckDatabases(serviceBackup.connection) : 0
      if (dropped > 0) log.warn({ dropped }, 'dropped databases of restore checks that did not end')
    })
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'databases of restore checks could not be searched')
  }
}
