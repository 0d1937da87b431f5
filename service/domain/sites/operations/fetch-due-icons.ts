import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { startJob } from '../../jobs/index.ts'
import { countDueIcons, insertMissingIconSchedules, takeDueIcons } from '../icons/icon-store.ts'
import { fetchSiteIcon } from './fetch-site-icon.ts'

/** The rest stays due for the next run. */
const sitesPerRun = 200
/** A failed site is due again the next day; a successful one sets its next date a month later. */
const retryMs = 86_400_000

export const fetchDueIcons = operation({
  name: 'fetch-due-icons',
  summary: 'Queue the download of icons of new and moved sites, and of all sites once a month. Runs on a schedule.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ queued: z.int(), job_id: z.string().nullable() }),
})
  .plans(async (_input, { db, clock }) => ({ would_affect: [], count: await countDueIcons(db, clock.now()) }))
  .does(async (_input, context) => {
    const { db, clock } = context
    const now = clock.now()
    // In one transaction with the job, so that no site is lost or taken twice.
    return db.transaction().execute(async (trx) => {
      await insertMissingIconSchedules(trx, now)
      const due = await takeDueIcons(trx, { now, next: new Date(now.getTime() + retryMs), most: sitesPerRun })
      if (due.length === 0) return { queued: 0, job_id: null }
      const targets = due.map(({ id, url }) => ({ siteId: id, label: url, input: { site_id_or_domain: id } }))
      const order = { kind: 'site-icons', operation: fetchSiteIcon, targets, lowPriority: true }
      const job = await startJob(context, order, trx)
      return { queued: due.length, job_id: String(job.id) }
    })
  })
