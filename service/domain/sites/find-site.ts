import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { SiteRef } from './site.ts'
import { type DetailRow, findDetail } from './site-detail-store.ts'
import { siteNotFound, tooManyUnknownSites } from './site-errors.ts'
import {
  findSiteById,
  findSiteByIdentity,
  findSites,
  isSiteVisible,
  type NamedSite,
  type SiteRow,
} from './site-store.ts'
import { readSiteAddress } from './site-url.ts'

type Looking = Pick<Context, 'db' | 'actor'>

/** The site of that number or address; outside the caller's limits there is none. */
export async function requireSite(context: Looking, ref: SiteRef): Promise<SiteRow> {
  const { db } = context
  const identity = identityOf(ref)
  return visible(
    context,
    ref,
    identity === null ? await findSiteById(db, idOf(ref)) : await findSiteByIdentity(db, identity),
  )
}

/** The same with all that the detail view shows, in one trip. */
export async function requireDetail(context: Looking, ref: SiteRef): Promise<DetailRow> {
  const identity = identityOf(ref)
  return visible(context, ref, await findDetail(context.db, identity === null ? { id: idOf(ref) } : { identity }))
}

async function visible<Row extends { id: number }>({ db, actor }: Looking, ref: SiteRef, site: Row | undefined) {
  if (!site || (actor.limits && !(await isSiteVisible(db, site.id, actor.limits)))) throw siteNotFound(ref)
  return site
}

export interface FoundSites {
  sites: NamedSite[]
  /** How the caller named each of them. */
  namedAs: Map<number, SiteRef>
  /** What the caller named and we do not have, as the caller wrote it. Throws above 1,000 of them. */
  readonly errors: { identifier: SiteRef; code: 'svc_site_not_found'; message: string }[]
}

/** Many at once with one query; a site that is named twice, by number and by address, comes once. */
export async function findNamedSites({ db, actor }: Looking, refs: readonly SiteRef[]): Promise<FoundSites> {
  const named = refs.map((ref) => ({ ref, identity: identityOf(ref), id: idOf(ref) }))
  const rows = await findSites(
    db,
    named.filter(({ identity }) => identity === null).map(({ id }) => id),
    named.flatMap(({ identity }) => (identity === null ? [] : [identity])),
    actor.limits,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byIdentity = new Map(rows.map((row) => [row.identity, row]))
  const missing: SiteRef[] = []
  const found: FoundSites = {
    sites: [],
    namedAs: new Map(),
    // Not all callers want them, and each costs as much as finding a site.
    get errors() {
      return explainMissing(missing)
    },
  }
  for (const { ref, identity, id } of named) {
    const site = identity === null ? byId.get(id) : byIdentity.get(identity)
    if (!site) missing.push(ref)
    else if (!found.namedAs.has(site.id)) {
      found.namedAs.set(site.id, ref)
      found.sites.push(site)
    }
  }
  return found
}

const mostMissing = 1_000

function explainMissing(refs: readonly SiteRef[]): FoundSites['errors'] {
  if (refs.length > mostMissing) throw tooManyUnknownSites(refs.length)
  return refs.map((ref) => ({ identifier: ref, code: 'svc_site_not_found', message: siteNotFound(ref).message }))
}

/** Ids by the names that a table gives: several spellings may lead to one site, and what leads nowhere is not in the answer. */
export async function siteIdsByName(context: Looking, names: readonly string[]): Promise<Map<string, number>> {
  const { sites } = await findNamedSites(context, names)
  const ids = new Set(sites.map(({ id }) => id))
  const byIdentity = new Map(sites.map(({ id, identity }) => [identity, id]))
  const found = new Map<string, number>()
  for (const name of names) {
    const identity = identityOf(name)
    const id = identity === null ? idOf(name) : byIdentity.get(identity)
    if (id !== undefined && ids.has(id)) found.set(name, id)
  }
  return found
}

/** Digits alone are always a number. */
const isNumber = (ref: SiteRef) => typeof ref === 'number' || /^\d{1,15}$/.test(ref)
const idOf = (ref: SiteRef) => (isNumber(ref) ? Number(ref) : 0)

/** An address that cannot be one belongs to no site. */
function identityOf(ref: SiteRef): string | null {
  if (isNumber(ref)) return null
  try {
    return readSiteAddress(String(ref)).identity
  } catch (error) {
    if (error instanceof ServiceError) return ''
    throw error
  }
}
