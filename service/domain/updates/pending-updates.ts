import type { Database } from '../../platform/database/database.ts'
import { fetchPending, fetchPendingSites, type PendingFilter, type PendingUpdate } from './pending-store.ts'

export type { PendingFilter, PendingUpdate } from './pending-store.ts'

const sitesPerPage = 500

/**
 * What the chosen sites wait for, without what is ignored: site by site, in the order of their ids, many sites read at
 * once. For one site or a few, `for await` ends after one query.
 */
export async function* pendingUpdates(
  db: Database,
  filter: PendingFilter,
): AsyncGenerator<{ siteId: number; updates: PendingUpdate[] }> {
  let afterSite = 0
  for (;;) {
    const bySite = Map.groupBy(await fetchPending(db, filter, { afterSite, sites: sitesPerPage }), (row) => row.site_id)
    for (const [siteId, updates] of bySite) {
      yield { siteId, updates }
      afterSite = siteId
    }
    if (bySite.size < sitesPerPage) return
  }
}

/** What one site waits for now. */
export async function listPendingUpdatesOfSite(
  db: Database,
  siteId: number,
  filter: Pick<PendingFilter, 'types' | 'slugs' | 'offeredBefore'> = {},
): Promise<PendingUpdate[]> {
  return fetchPending(db, { ...filter, siteIds: [siteId], limits: null }, { afterSite: 0, sites: 1 })
}

/** The sites that wait for something, with how many updates each. */
export const pendingSites = (db: Database, filter: PendingFilter) => fetchPendingSites(db, filter)
