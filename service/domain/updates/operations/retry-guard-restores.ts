import { listSitesToRestore } from '../../guard/index.ts'
import { planListedSites, queueListedSites, schedulesSites } from '../../jobs/index.ts'
import { checkWatchedSite } from './check-watched-site.ts'

const sitesPerRun = 500

export const retryGuardRestores = schedulesSites({
  name: 'retry-guard-restores',
  summary:
    'Queue sites whose old version could not be put back because nothing on them answered. Runs on a schedule, until their guards expire.',
})
  .plans((_input, context) => planListedSites(context, (db, now) => listSitesToRestore(db, now, sitesPerRun)))
  .does((_input, context) =>
    queueListedSites(context, (trx, now) => listSitesToRestore(trx, now, sitesPerRun), {
      kind: 'watch-updates',
      operation: checkWatchedSite,
    }),
  )
