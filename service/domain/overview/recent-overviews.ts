import { LRUCache } from 'lru-cache'
import type { Context } from '../../operation/context.ts'
import { type FleetOverview, permissionsForOverview } from './read-fleet.ts'

declare module '../../operation/context.ts' {
  interface FeatureState {
    recentOverviews: RecentOverviews
  }
}

export interface RecentOverviews {
  /** The number of sites from which an overview is read again only after a while. */
  largeFleet: number
  byRights: LRUCache<string, { at: number; fleet: Promise<FleetOverview> }>
}

const keptMs = 30_000

export const createRecentOverviews = (): RecentOverviews => ({
  largeFleet: 50_000,
  byRights: new LRUCache({ max: 100 }),
})

/**
 * The numbers of a large fleet cost seconds of processor time: they are read at most every 30 s for all callers who see the same
 * sites and parts, and the answer says when. Those of a smaller fleet are read for each call.
 */
export async function readRecent(
  { recentOverviews, actor, clock }: Pick<Context, 'recentOverviews' | 'actor' | 'clock'>,
  read: () => Promise<FleetOverview>,
): Promise<FleetOverview> {
  const { largeFleet, byRights } = recentOverviews
  const key = JSON.stringify([actor.limits, permissionsForOverview(actor)])
  const at = clock.now().getTime()
  const recent = byRights.get(key)
  if (recent && at - recent.at < keptMs) return recent.fleet
  const fleet = read()
  // It was large: others wait for the same answer.
  if (recent) byRights.set(key, { at, fleet })
  try {
    if ((await fleet).sites.total >= largeFleet) byRights.set(key, { at, fleet })
    else byRights.delete(key)
  } catch (error) {
    byRights.delete(key)
    throw error
  }
  return fleet
}
