import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteAuditsBefore } from '../audit-store.ts'

const dayMs = 86_400_000
/** Two years, so that a year can be compared with the previous one. */
const retentionDays = 730

export const forgetOldAudits = operation({
  name: 'forget-old-audits',
  summary: 'Delete performance audits after two years, except the newest of each site.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'perf-audit',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async () => ({ would_affect: [], warnings: [`Audits older than ${retentionDays} days would be deleted.`] }))
  .does(async (_input, { db, clock }) => ({
    forgotten: await deleteAuditsBefore(db, new Date(clock.now().getTime() - retentionDays * dayMs)),
  }))
