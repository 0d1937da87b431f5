import { planListedSites, queueListedSites, schedulesSites } from '../../jobs/index.ts'
import { listSitesToSweep } from '../guard-store.ts'
import { sweepSiteGuards } from './sweep-site-guards.ts'

const sitesPerRun = 500

export const sweepExpiredGuards = schedulesSites({
  name: 'sweep-expired-guards',
  summary: 'Queue the removal of expired update guards from their sites. Runs on a schedule.',
})
  .plans((_input, context) => planListedSites(context, (db, now) => listSitesToSweep(db, now, sitesPerRun)))
  .does((_input, context) =>
    queueListedSites(context, (trx, now) => listSitesToSweep(trx, now, sitesPerRun), {
      kind: 'sweep-guards',
      operation: sweepSiteGuards,
    }),
  )
