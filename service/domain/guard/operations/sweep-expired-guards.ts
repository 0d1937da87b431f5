import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { QueuedSites, queueForSites } from '../../jobs/index.ts'
import { listSitesToSweep } from '../guard-store.ts'
import { sweepSiteGuards } from './sweep-site-guards.ts'

const sitesPerRun = 500

export const sweepExpiredGuards = operation({
  name: 'sweep-expired-guards',
  summary: 'Queue the removal of expired update guards from their sites. Runs on a schedule.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: QueuedSites,
})
  .plans(async (_input, { db, clock }) => {
    const sites = await listSitesToSweep(db, clock.now(), sitesPerRun)
    return { would_affect: [], count: sites.length }
  })
  .does((_input, context) =>
    context.db.transaction().execute(async (trx) => {
      const due = await listSitesToSweep(trx, context.clock.now(), sitesPerRun)
      const sites = due.map(({ id, url }) => ({ id, label: url }))
      return queueForSites(context, { kind: 'sweep-guards', operation: sweepSiteGuards, sites }, trx)
    }),
  )
