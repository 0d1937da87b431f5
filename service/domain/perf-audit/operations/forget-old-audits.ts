import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { forgetAuditsBefore } from '../audit-store.ts'

const dayMs = 86_400_000
/** A whole year can be compared with the one before. */
const daysKept = 730

export const forgetOldAudits = operation({
  name: 'forget-old-audits',
  summary: 'Forget performance audits after two years, but for the newest of each site.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'perf-audit',
  input: z.strictObject({}),
  output: z.object({ forgotten: z.int() }),
})
  .plans(async () => ({ would_affect: [], warnings: [`What is older than ${daysKept} days would be forgotten.`] }))
  .does(async (_input, { db, clock }) => ({
    forgotten: await forgetAuditsBefore(db, new Date(clock.now().getTime() - daysKept * dayMs)),
  }))
