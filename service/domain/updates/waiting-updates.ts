import type { Database } from '../../platform/database/database.ts'
import { fetchWaiting, fetchWaitingSites, type WaitingFilter, type WaitingUpdate } from './waiting-store.ts'

export type { WaitingFilter, WaitingUpdate } from './waiting-store.ts'

const sitesPerPage = 500

/**
 * What the chosen sites wait for, without what is ignored: site by site, in the order of their ids, many sites read at
 * once. For one site or a few, `for await` ends after one query.
 */
export async function* waitingUpdates(
  db: Database,
  filter: WaitingFilter,
): AsyncGenerator<{ siteId: number; updates: WaitingUpdate[] }> {
  let afterSite = 0
  for (;;) {
    const bySite = Map.groupBy(await fetchWaiting(db, filter, { afterSite, sites: sitesPerPage }), (row) => row.site_id)
    for (const [siteId, updates] of bySite) {
      yield { siteId, updates }
      afterSite = siteId
    }
    if (bySite.size < sitesPerPage) return
  }
}

/** What one site waits for now. */
export async function waitingUpdatesOfSite(
  db: Database,
  siteId: number,
  filter: Pick<WaitingFilter, 'types' | 'slugs' | 'offeredBefore'> = {},
): Promise<WaitingUpdate[]> {
  return fetchWaiting(db, { ...filter, siteIds: [siteId], limits: null }, { afterSite: 0, sites: 1 })
}

/** The sites that wait for something, with how many updates each. */
export const waitingSites = (db: Database, filter: WaitingFilter) => fetchWaitingSites(db, filter)
