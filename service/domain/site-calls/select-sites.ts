import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { ClientRef } from '../clients/index.ts'
import { findNamedSites, type NamedSite, SiteRef, siteIdsByName } from '../sites/index.ts'
import {
  listClientRefs,
  listSelectedSites,
  listTagRefs,
  listTagsOfSites,
  listVisibleSites,
} from './site-selection-store.ts'

const TagRef = z.union([z.int().min(1), z.string().min(1).max(200)])

/** Several selectors select the union of their sites. */
export const siteSelectors = {
  websites: z.array(SiteRef).max(10_000).default([]).describe('Sites by id or address.'),
  groups: z.array(TagRef).max(1_000).default([]).describe('Tags by id or name: all sites with one of them.'),
  clients: z.array(ClientRef).max(1_000).default([]).describe('Clients by id or e-mail address: all their sites.'),
}

export interface Selectors {
  websites: SiteRef[]
  groups: (number | string)[]
  clients: ClientRef[]
}

export interface Selection {
  sites: NamedSite[]
  /** The reference that the caller used, for sites selected by `websites`. */
  namedAs: ReadonlyMap<number, SiteRef>
}

const maxWithoutSelector = 200
const maxInOneRead = 1_000
const maxInOneChange = 100_000

/** Without a selector: all visible sites, unless there are too many. */
export async function selectForReading(
  context: Pick<Context, 'db' | 'actor'>,
  selectors: Selectors,
): Promise<Selection> {
  if (isEmpty(selectors)) {
    const sites = await listVisibleSites(context.db, context.actor.limits, maxWithoutSelector + 1)
    if (sites.length > maxWithoutSelector) {
      throw invalidInput({
        websites: `is required, or groups or clients: there are more than ${maxWithoutSelector} sites, too many for one request`,
      })
    }
    return { sites, namedAs: new Map() }
  }
  return select(context, selectors, maxInOneRead)
}

/** Without a selector a change is refused, so that it never affects all sites by mistake. */
export async function selectForChange(
  context: Pick<Context, 'db' | 'actor'>,
  selectors: Selectors,
): Promise<Selection> {
  if (isEmpty(selectors)) throw noSelection()
  return select(context, selectors, maxInOneChange)
}

const isEmpty = ({ websites, groups, clients }: Selectors) => websites.length + groups.length + clients.length === 0

async function select(context: Pick<Context, 'db' | 'actor'>, selectors: Selectors, max: number): Promise<Selection> {
  const { db, actor } = context
  const [found, tags, clients] = await Promise.all([
    findNamedSites(context, selectors.websites),
    tagIdsByRef(context, selectors.groups),
    clientIdsByRef(context, selectors.clients),
  ])
  const unknownSites = new Set(found.errors.map(({ identifier }) => identifier))
  requireKnown(selectors, { isSite: (ref) => !unknownSites.has(ref), tags, clients })
  const selected = {
    siteIds: found.sites.map(({ id }) => id),
    tagIds: [...tags.values()],
    clientIds: [...clients.values()],
  }
  const sites = await listSelectedSites(db, selected, actor.limits, max + 1)
  refuseAbove(max, sites)
  return { sites, namedAs: found.namedAs }
}

/**
 * Reads everything for many selections with a fixed number of queries. The returned function throws for a selection
 * with unknown references, or without any.
 */
export async function prepareSelectionsForChange(
  context: Pick<Context, 'db' | 'actor'>,
  all: readonly Selectors[],
): Promise<(selectors: Selectors) => NamedSite[]> {
  const { db, actor } = context
  const refsOf = <Ref>(pick: (selectors: Selectors) => Ref[]) => [...new Set(all.flatMap(pick))]
  const [siteIds, tags, clients] = await Promise.all([
    siteIdsByName(
      context,
      refsOf(({ websites }) => websites.map(String)),
    ),
    tagIdsByRef(
      context,
      refsOf(({ groups }) => groups),
    ),
    clientIdsByRef(
      context,
      refsOf(({ clients }) => clients),
    ),
  ])
  const tagIds = [...tags.values()]
  const selected = { siteIds: [...siteIds.values()], tagIds, clientIds: [...clients.values()] }
  const sites = await listSelectedSites(db, selected, actor.limits, maxInOneChange + 1)
  refuseAbove(maxInOneChange, sites)
  const tagged = await listTagsOfSites(db, tagIds)
  // Positions in `sites`, which is in the order of the answer.
  const positionOf = new Map(sites.map(({ id }, position) => [id, position]))
  const ofClient = Map.groupBy(sites.keys(), (position) => sites[position]?.client_id)
  const ofTag = Map.groupBy(tagged, ({ tag_id }) => tag_id)
  return (selectors) => {
    if (isEmpty(selectors)) throw noSelection()
    requireKnown(selectors, { isSite: (ref) => siteIds.has(String(ref)), tags, clients })
    const idsIn = (known: ReadonlyMap<string, number>, refs: readonly (number | string)[]) =>
      refs.flatMap((ref) => known.get(String(ref)) ?? [])
    const positions = new Set([
      ...idsIn(siteIds, selectors.websites).map((id) => positionOf.get(id)),
      ...idsIn(clients, selectors.clients).flatMap((id) => ofClient.get(id) ?? []),
      ...idsIn(tags, selectors.groups)
        .flatMap((id) => ofTag.get(id) ?? [])
        .map(({ site_id }) => positionOf.get(site_id)),
    ])
    // A tag may also be on sites that the caller may not see.
    const visible = [...positions].filter((position) => position !== undefined)
    return visible.sort((one, other) => one - other).flatMap((position) => sites[position] ?? [])
  }
}

const tagIdsByRef = ({ db, actor }: Pick<Context, 'db' | 'actor'>, refs: readonly (number | string)[]) =>
  idsByRef(
    refs,
    (ids, names) => listTagRefs(db, ids, names, actor.limits),
    (tag) => tag.name_key,
  )

const clientIdsByRef = ({ db, actor }: Pick<Context, 'db' | 'actor'>, refs: readonly (number | string)[]) =>
  idsByRef(
    refs,
    (ids, emails) => listClientRefs(db, ids, emails, actor.limits),
    (client) => client.email_key,
  )

/** Unknown references are left out. Digits are always an id, even if a tag has them as its name. */
async function idsByRef<Row extends { id: number }>(
  refs: readonly (number | string)[],
  find: (ids: number[], keys: string[]) => Promise<Row[]>,
  keyOfRow: (row: Row) => string | null,
): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map()
  const isId = (ref: number | string) => /^\d{1,15}$/.test(String(ref))
  const keyOf = (ref: number | string) => String(ref).trim().toLowerCase()
  const rows = await find(refs.filter(isId).map(Number), refs.filter((ref) => !isId(ref)).map(keyOf))
  const ids = new Set(rows.map(({ id }) => id))
  const byKey = new Map(rows.map((row) => [keyOfRow(row), row.id]))
  return new Map(
    refs.flatMap((ref): [string, number][] => {
      const id = isId(ref) ? Number(ref) : byKey.get(keyOf(ref))
      return id !== undefined && ids.has(id) ? [[String(ref), id]] : []
    }),
  )
}

interface Known {
  isSite(ref: SiteRef): boolean
  tags: ReadonlyMap<string, number>
  clients: ReadonlyMap<string, number>
}

function requireKnown({ websites, groups, clients }: Selectors, known: Known): void {
  const unknown = {
    ...unknownRefs(
      'websites',
      'site',
      websites.filter((ref) => !known.isSite(ref)),
    ),
    ...unknownRefs(
      'groups',
      'tag',
      groups.filter((ref) => !known.tags.has(String(ref))),
    ),
    ...unknownRefs(
      'clients',
      'client',
      clients.filter((ref) => !known.clients.has(String(ref))),
    ),
  }
  if (Object.keys(unknown).length > 0) throw invalidInput(unknown)
}

const unknownRefs = (field: string, noun: string, refs: readonly (number | string)[]): Record<string, string> =>
  refs.length === 0 ? {} : { [field]: `names no ${noun}: ${refs.slice(0, 20).join(', ')}` }

function refuseAbove(max: number, sites: readonly NamedSite[]): void {
  if (sites.length <= max) return
  throw invalidInput({ websites: `and the other selectors select more than ${max} sites; select fewer at a time` })
}

const noSelection = () => invalidInput({ websites: 'is required, or groups or clients: select the sites' })
