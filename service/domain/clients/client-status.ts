import type { Limits } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { suspendSites, unsuspendSites } from '../sites/index.ts'
import { type ConcernedSite, concernedSites } from './client-sites-store.ts'
import { lockClient, updateClientRow } from './client-store.ts'
import { idsOf, requireWithinLimits } from './site-moves.ts'

/**
 * A client is active or suspended, and its sites follow it. Both moves say what holds afterwards rather than what
 * changes, so doing one twice is the same as doing it once.
 */
type Moving = Pick<Context, 'db' | 'actor' | 'clock'>

/** Sites that would fall asleep with their client: all that nothing keeps suspended already. */
export const toSuspend = (sites: ConcernedSite[]) => sites.filter(({ suspended_by }) => suspended_by === 'none')

/** Sites that would wake up with their client; `keepManual` spares those that somebody suspended by hand. */
export const toUnsuspend = (sites: ConcernedSite[], { keepManual }: { keepManual: boolean }) =>
  sites.filter(({ suspended_by }) => suspended_by === 'client' || (suspended_by === 'hand' && !keepManual))

/** Answers how many sites it suspended. */
export function suspend({ db, actor, clock }: Moving, clientId: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const held = await holdWithSites(trx, clientId, actor.limits)
    const sites = toSuspend(held.sites)
    // The client first, as everywhere: see the migration.
    if (held.client.status !== 'suspended') {
      await updateClientRow(trx, clientId, { status: 'suspended', updated_at: clock.now() })
    }
    await suspendSites(trx, { ids: idsOf(sites) }, 'client', clock.now())
    return sites.length
  })
}

/** Answers how many sites it unsuspended. */
export function unsuspend(
  { db, actor, clock }: Moving,
  clientId: number,
  options: { keepManual: boolean },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const held = await holdWithSites(trx, clientId, actor.limits)
    const sites = toUnsuspend(held.sites, options)
    if (held.client.status !== 'active') {
      await updateClientRow(trx, clientId, { status: 'active', updated_at: clock.now() })
    }
    await unsuspendSites(trx, { ids: idsOf(sites) }, clock.now())
    return sites.length
  })
}

/** Holds the client and then its sites until the transaction ends. */
export async function holdWithSites(trx: Db, clientId: number, limits: Limits | null) {
  const client = await lockClient(trx, clientId)
  const sites = await concernedSites(trx, { clientId, limits }, { lock: true })
  requireWithinLimits(clientId, sites)
  return { client, sites }
}

/** The same without holding anything, for dry runs. */
export async function sitesToChange({ db, actor }: Pick<Moving, 'db' | 'actor'>, clientId: number) {
  const sites = await concernedSites(db, { clientId, limits: actor.limits })
  requireWithinLimits(clientId, sites)
  return sites
}
