import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { ClientRef } from '../clients/index.ts'
import { findNamedSites, type NamedSite, SiteRef } from '../sites/index.ts'
import { listClientRefs, listSelectedSites, listTagRefs, listVisibleSites } from './site-selection-store.ts'

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
  if (isEmpty(selectors)) throw invalidInput({ websites: 'is required, or groups or clients: select the sites' })
  return select(context, selectors, maxInOneChange)
}

const isEmpty = ({ websites, groups, clients }: Selectors) => websites.length + groups.length + clients.length === 0

async function select(context: Pick<Context, 'db' | 'actor'>, selectors: Selectors, max: number): Promise<Selection> {
  const { db, actor } = context
  const [found, tags, clients] = await Promise.all([
    findNamedSites(context, selectors.websites),
    resolve(selectors.groups, (ids, names) => listTagRefs(db, ids, names, actor.limits), 'name_key'),
    resolve(selectors.clients, (ids, emails) => listClientRefs(db, ids, emails, actor.limits), 'email_key'),
  ])
  const unknown = {
    ...unknownRefs(
      'websites',
      'site',
      found.errors.map(({ identifier }) => identifier),
    ),
    ...unknownRefs('groups', 'tag', tags.unknown),
    ...unknownRefs('clients', 'client', clients.unknown),
  }
  if (Object.keys(unknown).length > 0) throw invalidInput(unknown)
  const selected = { siteIds: found.sites.map(({ id }) => id), tagIds: tags.ids, clientIds: clients.ids }
  const sites = await listSelectedSites(db, selected, actor.limits, max + 1)
  if (sites.length > max) {
    throw invalidInput({ websites: `and the other selectors select more than ${max} sites; select fewer at a time` })
  }
  return { sites, namedAs: found.namedAs }
}

/** Digits are always an id, even if a tag has them as its name. */
async function resolve<Key extends string>(
  refs: readonly (number | string)[],
  find: (ids: number[], keys: string[]) => Promise<({ id: number } & { [key in Key]: string | null })[]>,
  key: Key,
): Promise<{ ids: number[]; unknown: (number | string)[] }> {
  if (refs.length === 0) return { ids: [], unknown: [] }
  const isId = (ref: number | string) => /^\d{1,15}$/.test(String(ref))
  const keyOf = (ref: number | string) => String(ref).trim().toLowerCase()
  const rows = await find(refs.filter(isId).map(Number), refs.filter((ref) => !isId(ref)).map(keyOf))
  const ids = new Set(rows.map(({ id }) => id))
  const keys = new Set<string | null>(rows.map((row) => row[key]))
  const unknown = refs.filter((ref) => (isId(ref) ? !ids.has(Number(ref)) : !keys.has(keyOf(ref))))
  return { ids: [...ids], unknown }
}

const unknownRefs = (field: string, noun: string, refs: readonly (number | string)[]): Record<string, string> =>
  refs.length === 0 ? {} : { [field]: `names no ${noun}: ${refs.slice(0, 20).join(', ')}` }
