import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { startJob } from '../../jobs/index.ts'
import { minutesBetweenSyncs } from '../../settings/index.ts'
import { countSitesDueForSync, insertMissingSyncSchedules, takeSitesDueForSync } from '../schedule-store.ts'
import { syncSite } from './sync-site.ts'

/** The other due sites are taken by the next run. */
const sitesPerRun = 10_000

export const syncDueSites = operation({
  name: 'sync-due-sites',
  summary: 'Queue a sync of the due sites; runs every few minutes.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ queued: z.int(), job_id: z.string().nullable() }),
})
  .plans(async (_input, { db, clock }) => ({
    would_affect: [],
    count: await countSitesDueForSync(db, clock.now()),
  }))
  .does(async (_input, context) => {
    const { db, clock, settings } = context
    const [now, periodSeconds] = [clock.now(), minutesBetweenSyncs(settings) * 60]
    // In one transaction with the job: no sync is lost or queued twice.
    return db.transaction().execute(async (trx) => {
      await insertMissingSyncSchedules(trx, now)
      const due = await takeSitesDueForSync(trx, { now, periodSeconds, most: sitesPerRun })
      if (due.length === 0) return { queued: 0, job_id: null }
      const targets = due.map(({ id, url }) => ({ siteId: id, label: url, input: { site_id_or_domain: id } }))
      const job = await startJob(
        context,
        { kind: 'scheduled-sync', operation: syncSite, targets, lowPriority: true },
        trx,
      )
      return { queued: due.length, job_id: String(job.id) }
    })
  })
