import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { ClientRef } from '../clients/index.ts'
import { findNamedSites, type NamedSite, SiteRef } from '../sites/index.ts'
import { findClients, findSelectedSites, findTags, findVisibleSites } from './selection-store.ts'

const TagRef = z.union([z.int().min(1), z.string().min(1).max(200)])

/** Which sites a call means; several selectors together mean all that any of them names. */
export const siteSelectors = {
  websites: z.array(SiteRef).max(10_000).default([]).describe('Sites by number or address.'),
  groups: z.array(TagRef).max(1_000).default([]).describe('Tags by number or name: all sites that carry one of them.'),
  clients: z
    .array(ClientRef)
    .max(1_000)
    .default([])
    .describe('Clients by number or e-mail address: all sites of any of them.'),
}

export interface Selectors {
  websites: SiteRef[]
  groups: (number | string)[]
  clients: ClientRef[]
}

export interface Selection {
  sites: NamedSite[]
  /** How the caller named those that were named one by one. */
  namedAs: ReadonlyMap<number, SiteRef>
}

/** Without a selector a read means all sites, as long as they are no more than this. */
const mostWithoutSelector = 200
const mostInOneRead = 1_000
const mostInOneChange = 100_000

/** The sites a read means. */
export async function selectForReading(
  context: Pick<Context, 'db' | 'actor'>,
  selectors: Selectors,
): Promise<Selection> {
  if (isEmpty(selectors)) {
    const sites = await findVisibleSites(context.db, context.actor.limits, mostWithoutSelector + 1)
    if (sites.length > mostWithoutSelector) {
      throw invalidInput({
        websites: `is needed, or groups or clients: there are more than ${mostWithoutSelector} sites, too many to ask at once`,
      })
    }
    return { sites, namedAs: new Map() }
  }
  return select(context, selectors, mostInOneRead)
}

/** The sites a change means: never all of them for want of a word. */
export async function selectForChange(
  context: Pick<Context, 'db' | 'actor'>,
  selectors: Selectors,
): Promise<Selection> {
  if (isEmpty(selectors)) throw invalidInput({ websites: 'is needed, or groups or clients: say which sites are meant' })
  return select(context, selectors, mostInOneChange)
}

const isEmpty = ({ websites, groups, clients }: Selectors) => websites.length + groups.length + clients.length === 0

async function select(context: Pick<Context, 'db' | 'actor'>, selectors: Selectors, most: number): Promise<Selection> {
  const { db, actor } = context
  const [found, tags, clients] = await Promise.all([
    findNamedSites(context, selectors.websites),
    sortOut(selectors.groups, (ids, names) => findTags(db, ids, names, actor.limits), 'name_key'),
    sortOut(selectors.clients, (ids, emails) => findClients(db, ids, emails, actor.limits), 'email_key'),
  ])
  const unknown = {
    ...lost(
      'websites',
      'site',
      found.errors.map(({ identifier }) => identifier),
    ),
    ...lost('groups', 'tag', tags.unknown),
    ...lost('clients', 'client', clients.unknown),
  }
  if (Object.keys(unknown).length > 0) throw invalidInput(unknown)
  const wanted = { siteIds: found.sites.map(({ id }) => id), tagIds: tags.ids, clientIds: clients.ids }
  const sites = await findSelectedSites(db, wanted, actor.limits, most + 1)
  if (sites.length > most) {
    throw invalidInput({ websites: `and the other selectors mean more than ${most} sites; choose fewer at a time` })
  }
  return { sites, namedAs: found.namedAs }
}

/** Digits alone are always a number, whatever things are called. */
async function sortOut<Key extends string>(
  refs: readonly (number | string)[],
  find: (ids: number[], keys: string[]) => Promise<({ id: number } & { [key in Key]: string | null })[]>,
  key: Key,
): Promise<{ ids: number[]; unknown: (number | string)[] }> {
  if (refs.length === 0) return { ids: [], unknown: [] }
  const isNumber = (ref: number | string) => /^\d{1,15}$/.test(String(ref))
  const keyOf = (ref: number | string) => String(ref).trim().toLowerCase()
  const rows = await find(refs.filter(isNumber).map(Number), refs.filter((ref) => !isNumber(ref)).map(keyOf))
  const ids = new Set(rows.map(({ id }) => id))
  const keys = new Set<string | null>(rows.map((row) => row[key]))
  const unknown = refs.filter((ref) => (isNumber(ref) ? !ids.has(Number(ref)) : !keys.has(keyOf(ref))))
  return { ids: [...ids], unknown }
}

const lost = (field: string, noun: string, refs: readonly (number | string)[]): Record<string, string> =>
  refs.length === 0 ? {} : { [field]: `names no ${noun}: there is none called ${refs.slice(0, 20).join(', ')}` }
