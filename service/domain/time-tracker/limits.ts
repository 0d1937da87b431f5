import type { Limits } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { countConcerned } from './limits-store.ts'
import { beyondLimits, needsOwnSite } from './time-errors.ts'

/** What a task is for: its sites, or all sites of its client where it names none. */
export interface Concerned {
  siteIds: readonly number[]
  clientId: number | null
}

/** A limited key writes tasks for what it sees entirely; what it wrote would otherwise be about sites of others too. */
export async function requireTaskWithinLimits(db: Db, concerned: Concerned, limits: Limits | null): Promise<void> {
  if (!limits) return
  const { siteIds, clientId } = concerned
  const clientIds = siteIds.length > 0 || clientId === null ? [] : [clientId]
  const { sites, beyond } = await countConcerned(db, { siteIds, clientIds }, limits)
  if (sites === 0) throw needsOwnSite()
  if (beyond > 0) throw beyondLimits('task')
}

/** The same for what belongs to clients as a whole; a client without sites is one that the key does not see. */
export async function requireClientsWithinLimits(
  db: Db,
  what: 'bucket' | 'client',
  clientIds: readonly number[],
  limits: Limits | null,
): Promise<void> {
  if (!limits) return
  const { clients, beyond } = await countConcerned(db, { siteIds: [], clientIds }, limits)
  if (clients === 0 || clients < new Set(clientIds).size || beyond > 0) throw beyondLimits(what)
}
