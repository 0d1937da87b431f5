import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { runBackup } from '../run-backup.ts'
import { ServiceBackup, toServiceBackup } from '../service-backup.ts'

export const runServiceBackup = operation({
  name: 'run-service-backup',
  summary: 'Write and store a backup of Flotilla that was started; its job does this.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({ backup_id: z.int().min(1) }),
  output: ServiceBackup,
})
  .plans(async ({ backup_id }) => ({ backup_id, would_affect: [{ id: backup_id }] }))
  .does(async ({ backup_id }, context) => toServiceBackup(await runBackup(context, backup_id)))
