import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { QueuedSites } from '../../jobs/index.ts'
import { planDueSites, type SiteSchedule, takeDueSites } from '../../sites/index.ts'
import { strategies } from '../audit.ts'
import { hasRunningJob } from '../audit-store.ts'
import { queueAudits } from '../queue-audits.ts'

/** New sites at their own time, so that a new fleet is not audited all at once. */
const schedule: SiteSchedule = { kind: 'audit', periodSeconds: 7 * 86_400, firstRun: 'own-time', sites: 'all' }
/** About as many as one machine audits until the next run; the rest stays due. */
const sitesPerRun = 20
const kind = 'scheduled-audit'

export const auditDueSites = operation({
  name: 'audit-due-sites',
  summary: 'Queue the weekly performance audit of the sites that are due; the schedule runs this every few minutes.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  requires: 'perf-audit',
  input: z.strictObject({}),
  output: QueuedSites,
})
  .plans((_input, context) => planDueSites(context, schedule))
  .does(async (_input, context) => {
    const { db, clock, browser } = context
    const now = clock.now()
    // In one transaction with the job, so that no run is lost or taken twice.
    return db.transaction().execute(async (trx) => {
      // Without Chromium there would be a failed job every few minutes; the sites stay due until it is installed.
      if (!browser.canAudit() || (await hasRunningJob(trx, kind))) return { queued: 0, job_id: null }
      const sites = await takeDueSites(trx, schedule, { now, limit: sitesPerRun })
      const { sites_queued, job_id } = await queueAudits(context, { kind, sites, strategies }, trx)
      return { queued: sites_queued, job_id }
    })
  })
