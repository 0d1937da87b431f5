import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { SiteRef } from './site.ts'
import { siteNotFound } from './site-errors.ts'
import { findSiteById, findSiteByIdentity, findSites, isSiteVisible, type SiteRow } from './site-store.ts'
import { readSiteAddress } from './site-url.ts'

type Looking = Pick<Context, 'db' | 'actor'>

/** The site of that number or address; outside the caller's limits there is none. */
export async function requireSite({ db, actor }: Looking, ref: SiteRef): Promise<SiteRow> {
  const identity = identityOf(ref)
  const site = identity === null ? await findSiteById(db, idOf(ref)) : await findSiteByIdentity(db, identity)
  if (!site || (actor.limits && !(await isSiteVisible(db, site.id, actor.limits)))) throw siteNotFound(ref)
  return site
}

export interface FoundSites {
  sites: SiteRow[]
  /** What the caller named and we do not have, as the caller wrote it. */
  errors: { identifier: SiteRef; code: 'svc_site_not_found'; message: string }[]
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
  const sites = new Map<number, SiteRow>()
  const errors: FoundSites['errors'] = []
  for (const { ref, identity, id } of named) {
    const site = identity === null ? byId.get(id) : byIdentity.get(identity)
    if (site) sites.set(site.id, site)
    else errors.push({ identifier: ref, code: 'svc_site_not_found', message: siteNotFound(ref).message })
  }
  return { sites: [...sites.values()], errors }
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
