import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { listMissing } from '../backup-environment.ts'
import { backupNotFound, restoreCheckRunning } from '../backup-errors.ts'
import { findBackupSettings } from '../backup-settings-store.ts'
import { findBackup, findLastBackup } from '../service-backup-store.ts'
import { isStored, requireConfigured, requireStoredBackup, startCheck } from '../start-work.ts'

export const startRestoreCheck = operation({
  name: 'start-restore-check',
  summary:
    'Restore a backup of Flotilla to a separate database, compare it and delete that database, as a job. The newest backup by default.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ backup_id: z.int().min(1).optional() }),
  output: z.object({ check_id: z.int(), backup_id: z.int(), job_id: z.string() }),
})
  .plans(async ({ backup_id }, context) => {
    const missing = listMissing(context.serviceBackup, await findBackupSettings(context.db))
    const backup = backup_id === undefined ? await findLastBackup(context.db) : await findBackup(context.db, backup_id)
    if (missing.length > 0 || !isStored(backup))
      return { would_affect: [], warnings: [...missing, ...(isStored(backup) ? [] : [backupNotFound(null).message])] }
    return { backup_id: backup.id, would_affect: [{ id: backup.id, name: backup.name }] }
  })
  .does(async ({ backup_id }, context) => {
    await requireConfigured(context, context.db)
    const backup = await requireStoredBackup(context.db, backup_id)
    return context.db.transaction().execute(async (trx) => {
      const started = await startCheck(context, backup, trx)
      if (!started) throw restoreCheckRunning()
      return { ...started, backup_id: backup.id }
    })
  })
