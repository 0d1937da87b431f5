import type { Limits } from '../../operation/limits.ts'
import type { Db } from '../../platform/database/database.ts'
import { assignSitesToClient, markSitesSuspended } from '../sites/index.ts'
import { outsideLimits, unknownSites } from './client-errors.ts'
import { type ConcernedSite, listConcernedSites } from './client-sites-store.ts'

interface Owner {
  /** Null for a client that is being added. */
  id: number | null
  status: 'active' | 'suspended'
}

export interface SiteMoves {
  arriving: ConcernedSite[]
  leaving: ConcernedSite[]
  /** Arriving sites that get suspended with the client. Leaving sites keep their state. */
  suspended: ConcernedSite[]
}

/** The changes that give the client exactly these sites. Use `lock` in the transaction that makes them. */
export async function planMoves(
  db: Db,
  owner: Owner,
  siteIds: number[],
  limits: Limits | null,
  { lock = false } = {},
): Promise<SiteMoves> {
  const sites = await listConcernedSites(db, { clientId: owner.id, siteIds, limits }, { lock })
  const known = new Set(sites.filter(({ visible }) => visible).map(({ id }) => id))
  const unknown = siteIds.filter((id) => !known.has(id))
  if (unknown.length > 0) throw unknownSites(unknown)
  requireClientWithinLimits(owner.id, sites)
  const stays = new Set(siteIds)
  const has = ({ client_id }: ConcernedSite) => owner.id !== null && client_id === owner.id
  const arriving = sites.filter((site) => !has(site))
  return {
    arriving,
    leaving: sites.filter((site) => has(site) && !stays.has(site.id)),
    suspended: owner.status === 'suspended' ? arriving.filter(({ suspended_by }) => suspended_by === 'none') : [],
  }
}

export async function moveSites(trx: Db, clientId: number, moves: SiteMoves, now: Date): Promise<void> {
  await assignSitesToClient(trx, idsOf(moves.leaving), null, now)
  await assignSitesToClient(trx, idsOf(moves.arriving), clientId, now)
  if (moves.suspended.length > 0) await markSitesSuspended(trx, { ids: idsOf(moves.suspended) }, 'client', now)
}

/** A limited key may change a client only if it sees all of its sites, because the change affects all of them. */
export function requireClientWithinLimits(clientId: number | null, sites: ConcernedSite[]): void {
  if (sites.some((site) => site.client_id === clientId && !site.visible)) throw outsideLimits()
}

/** The warnings of a dry run. */
export function describeMoves({ arriving, leaving, suspended }: SiteMoves): string[] {
  const taken = arriving.filter(({ client_id }) => client_id !== null)
  const has = (sites: ConcernedSite[]) => (sites.length === 1 ? 'it has' : 'they have')
  return [
    ...(taken.length > 0 ? [`${formatSites(taken)} would leave the client ${has(taken)} now.`] : []),
    ...(leaving.length > 0
      ? [`${formatSites(leaving)} would no longer have a client and keep the status ${has(leaving)}.`]
      : []),
    ...(suspended.length > 0 ? [`${formatSites(suspended)} would be suspended, as the client is.`] : []),
  ]
}

export const idsOf = (sites: ConcernedSite[]) => sites.map(({ id }) => id)

const listedSites = 10

function formatSites(sites: ConcernedSite[]): string {
  const urls = sites.slice(0, listedSites).map(({ url }) => url)
  if (sites.length > listedSites) urls.push(`${sites.length - listedSites} more`)
  return urls.length < 2 ? urls.join('') : `${urls.slice(0, -1).join(', ')} and ${urls.at(-1)}`
}
