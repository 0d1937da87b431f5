import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { QueuedSites, queueDueSites } from '../../jobs/index.ts'
import { countDueSites, type SiteSchedule, scheduleSites, takeDueSites } from '../../sites/index.ts'
import { deleteChecksOfFormerAddresses } from '../check-store.ts'
import { checkSiteCertificate } from './check-site-certificate.ts'

const schedule: SiteSchedule = { kind: 'certificate', periodSeconds: 86_400, firstRun: 'now', sites: 'all' }
/** The rest stays due for the next run. */
const sitesPerRun = 1_000

export const checkDueCertificates = operation({
  name: 'check-due-certificates',
  summary: 'Queue checks of the certificates that are due; the schedule runs this every few minutes.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'ssl-monitor',
  input: z.strictObject({}),
  output: QueuedSites,
})
  .plans(async (_input, { db, clock }) => ({ would_affect: [], count: await countDueSites(db, schedule, clock.now()) }))
  .does(async (_input, context) => {
    const { db, clock } = context
    const now = clock.now()
    // In one transaction with the job, so that no run is lost or taken twice.
    return db.transaction().execute(async (trx) => {
      await scheduleSites(trx, schedule.kind, await deleteChecksOfFormerAddresses(trx), now)
      const due = await takeDueSites(trx, schedule, { now, limit: sitesPerRun })
      const sites = due.map(({ id, url }) => ({ id, label: url }))
      return queueDueSites(context, { kind: 'ssl-check', operation: checkSiteCertificate, sites }, trx)
    })
  })
