import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { runCheck } from '../run-check.ts'
import { RestoreCheck, toRestoreCheck } from '../service-backup.ts'

export const runRestoreCheck = operation({
  name: 'run-restore-check',
  summary: 'Restore and compare the backup of a check that was started; its job does this.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({ check_id: z.int().min(1) }),
  output: RestoreCheck,
})
  .plans(async ({ check_id }) => ({ check_id, would_affect: [{ id: check_id }] }))
  .does(async ({ check_id }, context) => toRestoreCheck(await runCheck(context, check_id)))
