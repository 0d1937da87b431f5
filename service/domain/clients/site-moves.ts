import type { Limits } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { suspendSites } from '../sites/index.ts'
import { outsideLimits, sitesUnknown } from './client-errors.ts'
import { assignSites, type ConcernedSite, concernedSites } from './client-sites-store.ts'

interface Owner {
  /** null: a client that is only being added. */
  id: number | null
  status: 'active' | 'suspended'
}

export interface SiteMoves {
  arriving: ConcernedSite[]
  leaving: ConcernedSite[]
  /** Of those that arrive: a suspended client's sites are suspended. Those that leave stay as they are. */
  suspended: ConcernedSite[]
}

/** What happens when a client shall have exactly the wanted sites. `lock` inside the transaction that does it. */
export async function planMoves(
  db: Db,
  owner: Owner,
  wanted: number[],
  limits: Limits | null,
  { lock = false } = {},
): Promise<SiteMoves> {
  const sites = await concernedSites(db, { clientId: owner.id, siteIds: wanted, limits }, { lock })
  const known = new Set(sites.filter(({ visible }) => visible).map(({ id }) => id))
  const unknown = wanted.filter((id) => !known.has(id))
  if (unknown.length > 0) throw sitesUnknown(unknown)
  requireWithinLimits(owner.id, sites)
  const stays = new Set(wanted)
  const has = ({ client_id }: ConcernedSite) => owner.id !== null && client_id === owner.id
  const arriving = sites.filter((site) => !has(site))
  return {
    arriving,
    leaving: sites.filter((site) => has(site) && !stays.has(site.id)),
    suspended: owner.status === 'suspended' ? arriving.filter(({ suspended_by }) => suspended_by === 'none') : [],
  }
}

export async function moveSites(trx: Db, clientId: number, moves: SiteMoves, now: Date): Promise<void> {
  await assignSites(trx, idsOf(moves.leaving), null, now)
  await assignSites(trx, idsOf(moves.arriving), clientId, now)
  if (moves.suspended.length > 0) await suspendSites(trx, { ids: idsOf(moves.suspended) }, 'client', now)
}

/** A limited key changes a client only when it sees all of its sites: a client's change concerns them all. */
export function requireWithinLimits(clientId: number | null, sites: ConcernedSite[]): void {
  if (sites.some((site) => site.client_id === clientId && !site.visible)) throw outsideLimits()
}

/** What a dry run says of them. */
export function warnOfMoves({ arriving, leaving, suspended }: SiteMoves): string[] {
  const taken = arriving.filter(({ client_id }) => client_id !== null)
  const has = (sites: ConcernedSite[]) => (sites.length === 1 ? 'it has' : 'they have')
  return [
    ...(taken.length > 0 ? [`${nameSites(taken)} would leave the client ${has(taken)} now.`] : []),
    ...(leaving.length > 0
      ? [`${nameSites(leaving)} would have no client any more and keep the status ${has(leaving)}.`]
      : []),
    ...(suspended.length > 0 ? [`${nameSites(suspended)} would be suspended, as the client is.`] : []),
  ]
}

export const idsOf = (sites: ConcernedSite[]) => sites.map(({ id }) => id)

const named = 10

function nameSites(sites: ConcernedSite[]): string {
  const urls = sites.slice(0, named).map(({ url }) => url)
  if (sites.length > named) urls.push(`${sites.length - named} more`)
  return urls.length === 1 ? urls[0]! : `${urls.slice(0, -1).join(', ')} and ${urls.at(-1)}`
}
