import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { startJob } from '../../jobs/index.ts'
import { countDueSites, insertMissingSchedules, takeDueSites } from '../schedule-store.ts'
import { checkSiteCertificate } from './check-site-certificate.ts'

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
  output: z.object({ queued: z.int(), job_id: z.string().nullable() }),
})
  .plans(async (_input, { db, clock }) => ({ would_affect: [], count: await countDueSites(db, clock.now()) }))
  .does(async (_input, context) => {
    const { db, clock } = context
    const now = clock.now()
    // In one transaction with the job, so that no run is lost or taken twice.
    return db.transaction().execute(async (trx) => {
      await insertMissingSchedules(trx, now)
      const due = await takeDueSites(trx, { now, max: sitesPerRun })
      if (due.length === 0) return { queued: 0, job_id: null }
      const targets = due.map(({ id, url }) => ({ siteId: id, label: url, input: { site_id_or_domain: id } }))
      const order = { kind: 'ssl-check', operation: checkSiteCertificate, targets, lowPriority: true }
      const job = await startJob(context, order, trx)
      return { queued: due.length, job_id: String(job.id) }
    })
  })
