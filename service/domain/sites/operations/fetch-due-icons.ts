import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { QueuedSites } from '../../jobs/index.ts'
import { clearFormerAddresses } from '../icons/icon-store.ts'
import { planDueSites, queueDueSites } from '../queue-due-sites.ts'
import type { SiteSchedule } from '../site-schedule-store.ts'
import { fetchSiteIcon } from './fetch-site-icon.ts'

/** A failed site is due again within a day; a successful one sets its next date a month later. */
const schedule: SiteSchedule = { kind: 'icon', periodSeconds: 86_400, firstRun: 'now', sites: 'connected' }

export const fetchDueIcons = operation({
  name: 'fetch-due-icons',
  summary: 'Queue the download of icons of new and moved sites, and of all sites once a month. Runs on a schedule.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: QueuedSites,
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
