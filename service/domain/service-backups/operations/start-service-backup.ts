import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { listMissing, locationOf } from '../backup-environment.ts'
import { backupRunning } from '../backup-errors.ts'
import { findBackupSettings } from '../backup-settings-store.ts'
import { requireConfigured, startBackup } from '../start-work.ts'

export const startServiceBackup = operation({
  name: 'start-service-backup',
  summary: 'Back up Flotilla itself now, as a job.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ backup_id: z.int(), job_id: z.string() }),
})
  .plans(async (_input, context) => {
    const settings = await findBackupSettings(context.db)
    const missing = listMissing(context.serviceBackup, settings)
    if (missing.length > 0) return { would_affect: [], warnings: missing }
    return { would_affect: [{ location: locationOf(context.serviceBackup, settings) }] }
  })
  .does(async (_input, context) => {
    const settings = await requireConfigured(context, context.db)
    return context.db.transaction().execute(async (trx) => {
      const started = await startBackup(context, settings, trx)
      if (!started) throw backupRunning()
      return started
    })
  })
