import type { Context } from '../../operation/context.ts'
import type { Limits } from '../../operation/limits.ts'
import type { Db } from '../../platform/database/database.ts'
import { markSitesSuspended, markSitesUnsuspended } from '../sites/index.ts'
import { type ConcernedSite, listConcernedSites } from './client-sites-store.ts'
import { lockClient, updateClientRow } from './client-store.ts'
import { idsOf, requireClientWithinLimits } from './site-moves.ts'

/**
 * A client is active or suspended, and its sites follow. Both changes set a state, so repeating one changes nothing.
 */
type ChangeContext = Pick<Context, 'db' | 'actor' | 'clock'>

/** Sites that are suspended with their client: those that are not suspended yet. */
export const toSuspend = (sites: ConcernedSite[]) => sites.filter(({ suspended_by }) => suspended_by === 'none')

/** Sites that are unsuspended with their client; `keepManual` skips those suspended by hand. */
export const toUnsuspend = (sites: ConcernedSite[], { keepManual }: { keepManual: boolean }) =>
  sites.filter(({ suspended_by }) => suspended_by === 'client' || (suspended_by === 'hand' && !keepManual))

/** Returns the number of sites that it suspended. */
export function suspendClientAndSites({ db, actor, clock }: ChangeContext, clientId: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const locked = await lockClientAndSites(trx, clientId, actor.limits)
    const sites = toSuspend(locked.sites)
    // The client before its sites, as everywhere: see the migration on data versions.
    if (locked.client.status !== 'suspended') {
      await updateClientRow(trx, clientId, { status: 'suspended', updated_at: clock.now() })
    }
    await markSitesSuspended(trx, { ids: idsOf(sites) }, 'client', clock.now())
    return sites.length
  })
}

/** Returns the number of sites that it unsuspended; an active client and its sites stay unchanged. */
export function unsuspendClientAndSites(
  { db, actor, clock }: ChangeContext,
  clientId: number,
  options: { keepManual: boolean },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const locked = await lockClientAndSites(trx, clientId, actor.limits)
    if (locked.client.status === 'active') return 0
    const sites = toUnsuspend(locked.sites, options)
    await updateClientRow(trx, clientId, { status: 'active', updated_at: clock.now() })
    await markSitesUnsuspended(trx, { ids: idsOf(sites) }, clock.now())
    return sites.length
  })
}

/** Locks the client and then its sites until the transaction ends. */
export async function lockClientAndSites(trx: Db, clientId: number, limits: Limits | null) {
  const client = await lockClient(trx, clientId)
  const sites = await listConcernedSites(trx, { clientId, limits }, { lock: true })
  requireClientWithinLimits(clientId, sites)
  return { client, sites }
}

/** The same without locks, for dry runs. */
export async function sitesToChange({ db, actor }: Pick<ChangeContext, 'db' | 'actor'>, clientId: number) {
  const sites = await listConcernedSites(db, { clientId, limits: actor.limits })
  requireClientWithinLimits(clientId, sites)
  return sites
}
