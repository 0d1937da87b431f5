import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { QueuedSites, queueForSites } from '../../jobs/index.ts'
import { listSitesToRestore } from '../guard-store.ts'
import { sweepSiteGuards } from './sweep-site-guards.ts'

const sitesPerRun = 500

export const retryGuardRestores = operation({
  name: 'retry-guard-restores',
  summary:
    'Queue sites whose old version could not be put back because nothing on them answered. Runs on a schedule, until their guards expire.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: QueuedSites,
})
  .plans(async (_input, { db, clock }) => {
    const sites = await listSitesToRestore(db, clock.now(), sitesPerRun)
    return { would_affect: [], count: sites.length }
  })
  .does((_input, context) =>
    context.db.transaction().execute(async (trx) => {
      const due = await listSitesToRestore(trx, context.clock.now(), sitesPerRun)
      const sites = due.map(({ id, url }) => ({ id, label: url }))
      return queueForSites(context, { kind: 'sweep-guards', operation: sweepSiteGuards, sites }, trx)
    }),
  )
