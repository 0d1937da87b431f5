import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { QueuedSites, queueForSites } from '../../jobs/index.ts'
import { registeredDomain } from '../registered-domain.ts'
import { countDueDomains, takeDueDomains } from '../schedule-store.ts'
import { assignDomains, deleteUnusedDomains, listUnassignedSites } from '../site-domain-store.ts'
import { checkSiteDomain } from './check-site-domain.ts'

/** The rest stays due for the next run; so do sites without a domain. */
const maxUnassigned = 10_000
const perRun = { max: 500, maxPerTopLevel: 60 }

export const checkDueDomains = operation({
  name: 'check-due-domains',
  summary: 'Queue lookups of the domains that are due; the schedule runs this every few minutes.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  requires: 'domain-monitor',
  input: z.strictObject({}),
  output: QueuedSites,
})
  .plans(async (_input, { db, clock }) => ({ would_affect: [], count: await countDueDomains(db, clock.now()) }))
  .does(async (_input, context) => {
    const { db, clock } = context
    const now = clock.now()
    // In one transaction with the job, so that no run is lost or taken twice.
    return db.transaction().execute(async (trx) => {
      const unassigned = await listUnassignedSites(trx, maxUnassigned)
      await assignDomains(
        trx,
        unassigned.map((site) => ({ ...site, domain: registeredDomain(site.url) })),
        now,
      )
      await deleteUnusedDomains(trx)
      const due = await takeDueDomains(trx, { now, ...perRun })
      const sites = due.map(({ name, site_id }) => ({ id: site_id, label: name }))
      return queueForSites(context, { kind: 'domain-check', operation: checkSiteDomain, sites }, trx)
    })
  })
