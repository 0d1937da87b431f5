import type { Limits } from '../../operation/limits.ts'
import type { Db } from '../../platform/database/database.ts'
import { countConcerned } from './limits-store.ts'
import { beyondLimits, needsOwnSite } from './time-errors.ts'

/** The sites of a task, or all sites of its client when it has none. */
export interface Concerned {
  siteIds: readonly number[]
  clientId: number | null
}

/** A limited key may only change tasks whose sites it sees all; otherwise it would affect sites beyond its limits. */
export async function requireTaskWithinLimits(db: Db, concerned: Concerned, limits: Limits | null): Promise<void> {
  if (!limits) return
  const { siteIds, clientId } = concerned
  const clientIds = siteIds.length > 0 || clientId === null ? [] : [clientId]
  const { sites, beyond } = await countConcerned(db, { siteIds, clientIds }, limits)
  if (sites === 0) throw needsOwnSite()
  if (beyond > 0) throw beyondLimits('task')
}

/** The same for client-level records; a limited key does not see a client without sites. */
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
