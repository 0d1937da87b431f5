import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import type { Settings } from '../../../operation/settings.ts'
import { QueuedSites, queueDueSites } from '../../jobs/index.ts'
import { minutesBetweenSyncs } from '../../settings/index.ts'
import { countDueSites, type SiteSchedule, takeDueSites } from '../../sites/index.ts'
import { listSitesToSync } from '../site-to-sync-store.ts'
import { syncSite } from './sync-site.ts'

/** The other due sites are taken by the next run. */
const sitesPerRun = 10_000

const scheduleOf = (settings: Settings): SiteSchedule => ({
  kind: 'sync',
  periodSeconds: minutesBetweenSyncs(settings) * 60,
  firstRun: 'now',
  sites: 'connected',
})

export const syncDueSites = operation({
  name: 'sync-due-sites',
  summary: 'Queue a sync of the due sites; runs every few minutes.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: QueuedSites,
})
  .plans(async (_input, { db, clock, settings }) => ({
    would_affect: [],
    count: await countDueSites(db, scheduleOf(settings), clock.now()),
  }))
  .does(async (_input, context) => {
    const { db, clock, settings } = context
    const [now, schedule] = [clock.now(), scheduleOf(settings)]
    // In one transaction with the job: no sync is lost or queued twice.
    return db.transaction().execute(async (trx) => {
      const due = await takeDueSites(trx, schedule, { now, limit: sitesPerRun })
      // A site that was synced by hand a moment ago waits for its next time.
      const syncedBefore = new Date(now.getTime() - (schedule.periodSeconds / 4) * 1000)
      const sites = await listSitesToSync(
        trx,
        due.map(({ id }) => id),
        syncedBefore,
      )
      return queueDueSites(context, { kind: 'scheduled-sync', operation: syncSite, sites }, trx)
    })
  })
