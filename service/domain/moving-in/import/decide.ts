import type { Db } from '../../../platform/database/database.ts'
import { findHighestId, keepableIds } from '../../../platform/database/reserve-ids.ts'
import { listLimitIds } from '../../access/index.ts'
import { findClientIdsByEmail, listClientIds } from '../../clients/index.ts'
import { listCostIds } from '../../costs/index.ts'
import { findKnownSites, type KnownSite } from '../../sites/index.ts'
import { findTagIdsByName, listTagIds } from '../../tags/index.ts'
import { findMovedIds, listRecordHeads, type MoveInRow, type RecordHead } from './move-in-store.ts'
import type { MoveInKind } from './record.ts'

export interface Decision {
  oldId: number
  position: number
  label: string
  hasKey: boolean
  action: 'create' | 'merge' | 'skip'
  /** The row that it is merged with. */
  existingId: number | null
  /** The row of the file that it is merged with. */
  sameAs: number | null
  /** Why it is skipped. */
  reason: string | null
}

export interface Decisions {
  tags: Decision[]
  clients: Decision[]
  sites: Decision[]
  costs: Decision[]
  /** Stored sites by id, of those that sites are merged with. */
  known: Map<number, KnownSite>
}

/** What the import would do with each row. Changes nothing. */
export async function decide(db: Db, moveIn: MoveInRow): Promise<Decisions> {
  const headsOf = (kind: MoveInKind) => listRecordHeads(db, moveIn.id, kind)
  const movedOf = (kind: MoveInKind) => findMovedIds(db, moveIn.source, kind)
  const [tags, clients, sites] = [await headsOf('tag'), await headsOf('client'), await headsOf('site')]
  const [movedTags, movedClients, movedSites] = [await movedOf('tag'), await movedOf('client'), await movedOf('site')]
  const movedCosts = await movedOf('cost')
  const knownSites = await findKnownSites(db, identitiesOf(sites), [...movedSites.values()])
  const known = new Map(knownSites.map((site) => [site.id, site]))
  const exists = (rows: { id: number }[]) => new Set(rows.map(({ id }) => id))
  return {
    tags: decideRows(tags, {
      moved: movedTags,
      existing: exists(await listTagIds(db, [...movedTags.values()])),
      byIdentity: await findTagIdsByName(db, identitiesOf(tags)),
    }),
    clients: decideRows(clients, {
      moved: movedClients,
      existing: exists(await listClientIds(db, [...movedClients.values()])),
      byIdentity: await findClientIdsByEmail(db, identitiesOf(clients)),
    }),
    sites: decideRows(sites, {
      moved: movedSites,
      existing: new Set(known.keys()),
      byIdentity: new Map(knownSites.map(({ identity, id }) => [identity, id])),
    }),
    costs: decideRows(await headsOf('cost'), {
      moved: movedCosts,
      existing: exists(await listCostIds(db, [...movedCosts.values()])),
      byIdentity: new Map(),
    }),
    known,
  }
}

const identitiesOf = (heads: RecordHead[]) => heads.flatMap(({ identity }) => identity ?? [])

interface Known {
  /** From an earlier import of the same dashboard. */
  moved: Map<number, number>
  existing: Set<number>
  byIdentity: Map<string, number>
}

function decideRows(heads: RecordHead[], { moved, existing, byIdentity }: Known): Decision[] {
  const seen = new Map<string, number>()
  const ids = new Set<number>()
  return heads.map((head) => {
    const { old_id: oldId, position, label, identity, has_key: hasKey, problem } = head
    const base = { oldId, position, label, hasKey, existingId: null, sameAs: null, reason: null }
    if (ids.has(oldId)) return { ...base, action: 'skip', reason: `Id ${oldId} is in the file twice.` }
    ids.add(oldId)
    if (problem !== null) return { ...base, action: 'skip', reason: problem }
    const twin = identity === null ? undefined : seen.get(identity)
    if (twin !== undefined) return { ...base, action: 'skip', sameAs: twin, reason: `The same as ${twin} in the file.` }
    if (identity !== null) seen.set(identity, oldId)
    const movedId = moved.get(oldId)
    const existingId =
      (identity === null ? undefined : byIdentity.get(identity)) ??
      // An address or name may have changed since, here or there: then it is another one, except where it has no identity.
      (identity === null && movedId !== undefined && existing.has(movedId) ? movedId : undefined)
    return existingId === undefined ? { ...base, action: 'create' } : { ...base, action: 'merge', existingId }
  })
}

export interface KindSummary {
  create: number
  merge: number
  skip: number
  /** Of those to create: with the id that they have there. */
  ids_kept: number
}

/** Counts, for the plan. */
export async function summarizeDecisions(
  db: Db,
  decisions: Decisions,
): Promise<Record<'tags' | 'clients' | 'sites' | 'costs', KindSummary>> {
  const limits = await listLimitIds(db)
  const summarize = async (kind: 'tags' | 'clients' | 'sites' | 'costs', excluded: ReadonlySet<number>) => {
    const count = (action: Decision['action']) => decisions[kind].filter((each) => each.action === action).length
    const wanted = decisions[kind].filter(({ action }) => action === 'create').map(({ oldId }) => oldId)
    const kept = keepableIds(wanted, await findHighestId(db, kind), excluded)
    return { create: count('create'), merge: count('merge'), skip: count('skip'), ids_kept: kept.size }
  }
  return {
    tags: await summarize('tags', limits.tags),
    clients: await summarize('clients', limits.clients),
    sites: await summarize('sites', limits.sites),
    costs: await summarize('costs', new Set()),
  }
}
