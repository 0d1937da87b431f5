import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database/database.ts'
import { publishEvents } from '../../events/index.ts'
import { findLastRestoreCheck, findRestoreCheck } from '../backup-check-store.ts'
import { listMissing } from '../backup-environment.ts'
import { isBackupDue, isCheckDue, isLate } from '../backup-schedule.ts'
import { type BackupSettings, findBackupSettings, updateLateSince } from '../backup-settings-store.ts'
import { failBackup } from '../run-backup.ts'
import { failCheck } from '../run-check.ts'
import { upToDateSince } from '../service-backup.ts'
import { findLastBackup, findLastEndedBackup, listAbandonedRuns } from '../service-backup-store.ts'
import { startBackup, startCheck } from '../start-work.ts'

export const startDueServiceBackups = operation({
  name: 'start-due-service-backups',
  summary:
    'Start the backup of Flotilla and the restore check when they are due; the schedule runs this every few minutes.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ backup_id: z.int().nullable(), check_id: z.int().nullable(), is_late: z.boolean() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => {
    const { db, clock, serviceBackup } = context
    await endAbandoned(context)
    const settings = await findBackupSettings(db)
    const none = { backup_id: null, check_id: null, is_late: false }
    if (listMissing(serviceBackup, settings).length > 0) return none
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const is_late = await publishLate(trx, settings, now)
      const isDue = isBackupDue(settings, await findLastEndedBackup(trx), now)
      const backup = isDue ? await startBackup(context, settings, trx) : null
      const stored = await findLastBackup(trx)
      const checks = !backup && stored && isCheckDue(settings.check_days, await findLastRestoreCheck(trx), now)
      const check = checks ? await startCheck(context, stored, trx) : null
      return { backup_id: backup?.backup_id ?? null, check_id: check?.check_id ?? null, is_late }
    })
  })

/** Publishes once that the last backup is too old. */
async function publishLate(trx: Db, settings: BackupSettings, now: Date): Promise<boolean> {
  const last = await findLastBackup(trx)
  const since = upToDateSince(settings, last)
  if (since === null || !isLate(settings, since, now)) return false
  if (settings.late_since !== null) return true
  await updateLateSince(trx, now)
  const data = { last_success_at: last?.started_at.toISOString() ?? null }
  await publishEvents(trx, [{ type: 'service_backup.late', subject: 'service_backup', data }], now)
  return true
}

/** Runs whose job was cancelled or ended without recording the outcome. */
async function endAbandoned(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const failure = 'It was cancelled, or its process ended again and again.'
  for (const { kind, id } of await listAbandonedRuns(context.db)) {
    if (kind === 'backup') await failBackup(context, id, failure)
    else {
      const check = await findRestoreCheck(context.db, id)
      if (check) await failCheck(context, check, failure)
    }
  }
}
