import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { startJob } from '../../jobs/index.ts'
import { minutesBetweenSyncs } from '../../settings/index.ts'
import { countDueSites, insertMissingSchedules, takeDueSites } from '../schedule-store.ts'
import { syncSite } from './sync-site.ts'

/** The rest is due still, and comes with the next run. */
const sitesPerRun = 10_000

export const syncDueSites = operation({
  name: 'sync-due-sites',
  summary: 'Queue a sync of the sites whose turn has come; the timetable does this every few minutes.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ queued: z.int(), job_id: z.string().nullable() }),
})
  .plans(async (_input, { db, clock }) => ({
    would_affect: [],
    count: await countDueSites(db, clock.now()),
  }))
  .does(async (_input, context) => {
    const { db, clock, settings } = context
    const [now, periodSeconds] = [clock.now(), minutesBetweenSyncs(settings) * 60]
    // In one transaction with the job: no turn is lost, and none is taken twice.
    return db.transaction().execute(async (trx) => {
      await insertMissingSchedules(trx, now)
      const due = await takeDueSites(trx, { now, periodSeconds, most: sitesPerRun })
      if (due.length === 0) return { queued: 0, job_id: null }
      const targets = due.map(({ id, url }) => ({ siteId: id, label: url, input: { site_id_or_domain: id } }))
      const job = await startJob(
        context,
        { kind: 'scheduled-sync', operation: syncSite, targets, unhurried: true },
        trx,
      )
      return { queued: due.length, job_id: String(job.id) }
    })
  })
