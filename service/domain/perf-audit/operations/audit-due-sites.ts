import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { strategies } from '../audit.ts'
import { orderAudits } from '../order-audits.ts'
import { countDueSites, insertMissingSchedules, isBusy, takeDueSites } from '../schedule-store.ts'

/** About what a machine does until the next run; the rest is due still. */
const sitesPerRun = 20
const kind = 'scheduled-audit'

export const auditDueSites = operation({
  name: 'audit-due-sites',
  summary:
    'Queue the weekly performance audit of the sites whose turn has come; the timetable does this every few minutes.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'perf-audit',
  input: z.strictObject({}),
  output: z.object({ queued: z.int(), job_id: z.string().nullable() }),
})
  .plans(async (_input, { db, clock }) => ({ would_affect: [], count: await countDueSites(db, clock.now()) }))
  .does(async (_input, context) => {
    const { db, clock, browser } = context
    const now = clock.now()
    // In one transaction with the job: no turn is lost, and none is taken twice.
    return db.transaction().execute(async (trx) => {
      await insertMissingSchedules(trx, now)
      // Without a Chromium there would be a failed job every few minutes; the turns come when there is one.
      if (!browser.canAudit() || (await isBusy(trx, kind))) return { queued: 0, job_id: null }
      const sites = await takeDueSites(trx, { now, most: sitesPerRun })
      const { sites_queued, job_id } = await orderAudits(context, { kind, sites, strategies }, trx)
      return { queued: sites_queued, job_id }
    })
  })
