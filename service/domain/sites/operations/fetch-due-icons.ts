import { schedulesSites } from '../../jobs/index.ts'
import { clearFormerAddresses } from '../icons/icon-store.ts'
import { planDueSites, queueDueSites } from '../queue-due-sites.ts'
import type { SiteSchedule } from '../site-schedule-store.ts'
import { fetchSiteIcon } from './fetch-site-icon.ts'

/** A failed site is due again within a day; a successful one sets its next date a month later. */
const schedule: SiteSchedule = { kind: 'icon', periodSeconds: 86_400, firstRun: 'now', sites: 'connected' }

export const fetchDueIcons = schedulesSites({
  name: 'fetch-due-icons',
  summary: 'Queue the download of icons of new and moved sites, and of all sites once a month. Runs on a schedule.',
})
  .plans((_input, context) => planDueSites(context, schedule))
  .does((_input, context) =>
    queueDueSites(context, schedule, {
      limit: 200,
      jobKind: 'site-icons',
      operation: fetchSiteIcon,
      takeMovedSites: clearFormerAddresses,
    }),
  )
