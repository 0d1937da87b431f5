import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { QueuedSites, queueDueSites } from '../../jobs/index.ts'
import { clearFormerAddresses } from '../icons/icon-store.ts'
import { countDueSites, type SiteSchedule, scheduleSites, takeDueSites } from '../site-schedule-store.ts'
import { fetchSiteIcon } from './fetch-site-icon.ts'

/** A failed site is due again within a day; a successful one sets its next date a month later. */
const schedule: SiteSchedule = { kind: 'icon', periodSeconds: 86_400, firstRun: 'now', sites: 'connected' }
/** The rest stays due for the next run. */
const sitesPerRun = 200

export const fetchDueIcons = operation({
  name: 'fetch-due-icons',
  summary: 'Queue the download of icons of new and moved sites, and of all sites once a month. Runs on a schedule.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: QueuedSites,
})
  .plans(async (_input, { db, clock }) => ({ would_affect: [], count: await countDueSites(db, schedule, clock.now()) }))
  .does(async (_input, context) => {
    const { db, clock } = context
    const now = clock.now()
    // In one transaction with the job, so that no site is lost or taken twice.
    return db.transaction().execute(async (trx) => {
      await scheduleSites(trx, schedule.kind, await clearFormerAddresses(trx), now)
      const due = await takeDueSites(trx, schedule, { now, limit: sitesPerRun })
      const sites = due.map(({ id, url }) => ({ id, label: url }))
      return queueDueSites(context, { kind: 'site-icons', operation: fetchSiteIcon, sites }, trx)
    })
  })
