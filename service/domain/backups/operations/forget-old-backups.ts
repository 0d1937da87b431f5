import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteBackupsBefore } from '../backup-store.ts'

// Longer than any report covers.
const retentionDays = 800
const dayMs = 86_400_000

export const forgetOldBackups = operation({
  name: 'forget-old-backups',
  summary: 'Delete the dates of backups that are too old for any report.',
  effect: 'change',
  idempotent: true,
  permission: 'reports.manage',
  requires: 'reports',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, { db, clock }) => ({
    forgotten: await deleteBackupsBefore(db, new Date(clock.now().getTime() - retentionDays * dayMs)),
  }))
