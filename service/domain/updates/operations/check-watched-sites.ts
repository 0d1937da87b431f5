import { schedulesSites } from '../../jobs/index.ts'
import { planDueSites, queueDueSites, type SiteSchedule } from '../../sites/index.ts'
import { checkWatchedSite } from './check-watched-site.ts'

/** A site whose check did not end is due again within two minutes. */
const schedule: SiteSchedule = { kind: 'watch', periodSeconds: 120, firstRun: 'now', sites: 'scheduled' }
const sitesPerRun = 2_000

export const checkWatchedSites = schedulesSites({
  name: 'check-watched-sites',
  summary: 'Queue the repeated checks of sites whose updates are watched. Runs on a schedule.',
})
  .plans((_input, context) => planDueSites(context, schedule))
  .does((_input, context) =>
    queueDueSites(context, schedule, { limit: sitesPerRun, jobKind: 'watch-updates', operation: checkWatchedSite }),
  )
