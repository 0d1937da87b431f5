import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { endDueAcceptances } from '../findings/acceptance-store.ts'
import { matchPending } from '../matching/match-pending.ts'
import { settleRecords, updateNotifiedRecords } from '../matching/record-store.ts'

export const settleVulnerabilities = operation({
  name: 'settle-vulnerabilities',
  summary:
    'Open findings whose acceptance ended, and record when people were notified and when every site was fixed. Runs on a schedule.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ reopened: z.int(), settled: z.int(), found: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => {
    const { db, clock } = context
    const { found } = await matchPending(context)
    const [reopened, settled] = await db.transaction().execute(async (trx) => {
      const reopened = await endDueAcceptances(trx, clock.now())
      await updateNotifiedRecords(trx)
      return [reopened, await settleRecords(trx, null, clock.now())]
    })
    return { reopened, settled, found }
  })
