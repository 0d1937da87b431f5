import type { Settings } from '../../../operation/settings.ts'
import { schedulesSites } from '../../jobs/index.ts'
import { minutesBetweenSyncs } from '../../settings/index.ts'
import { planDueSites, queueDueSites, type SiteSchedule } from '../../sites/index.ts'
import { listSitesToSync } from '../site-to-sync-store.ts'
import { syncSite } from './sync-site.ts'

const scheduleOf = (settings: Settings): SiteSchedule => ({
  kind: 'sync',
  periodSeconds: minutesBetweenSyncs(settings) * 60,
  firstRun: 'now',
  sites: 'synced',
})

export const syncDueSites = schedulesSites({
  name: 'sync-due-sites',
  summary: 'Queue a sync of the due sites; runs every few minutes.',
})
  .plans((_input, context) => planDueSites(context, scheduleOf(context.settings)))
  .does((_input, context) => {
    const schedule = scheduleOf(context.settings)
    return queueDueSites(context, schedule, {
      limit: 10_000,
      jobKind: 'scheduled-sync',
      operation: syncSite,
      select(trx, siteIds, now) {
        // A site that was synced by hand a moment ago waits for its next time.
        const syncedBefore = new Date(now.getTime() - (schedule.periodSeconds / 4) * 1000)
        return listSitesToSync(trx, siteIds, syncedBefore)
      },
    })
  })
