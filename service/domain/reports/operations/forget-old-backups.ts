import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { forgetBackupsBefore } from '../care-store.ts'

const keptDays = 800
const dayMs = 86_400_000

export const forgetOldBackups = operation({
  name: 'forget-old-backups',
  summary: 'Forget the dates of backups that no report can ask for any more.',
  effect: 'change',
  idempotent: true,
  permission: 'reports.manage',
  requires: 'reports',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, { db, clock }) => ({
    forgotten: await forgetBackupsBefore(db, new Date(clock.now().getTime() - keptDays * dayMs)),
  }))
