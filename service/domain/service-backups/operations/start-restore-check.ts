import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { restoreCheckRunning } from '../backup-errors.ts'
import { requireConfigured, requireStoredBackup, startCheck } from '../start-work.ts'

export const startRestoreCheck = operation({
  name: 'start-restore-check',
  summary:
    'Restore a backup of Flotilla into a database of its own, compare it and drop that database, as a job. The newest backup by default.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ backup_id: z.int().min(1).optional() }),
  output: z.object({ check_id: z.int(), backup_id: z.int(), job_id: z.string() }),
})
  .plans(async ({ backup_id }, context) => {
    await requireConfigured(context, context.db)
    const { id, name } = await requireStoredBackup(context.db, backup_id)
    return { backup_id: id, would_affect: [{ id, name }] }
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
