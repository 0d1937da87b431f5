import type { JsonRows } from '../../operation/json-rows.ts'
import { type SimpleSite, type SiteRecord, showSimpleSite, showSite } from './site-record.ts'
import { isOff, readRows, showRows } from './values.ts'
import type { FurtherCall, NamedValues, ViewContext } from './view.ts'

/** Further calls that several views need, and how they show the outputs. */

export interface Records {
  items: readonly SiteRecord[] | JsonRows
  total: number
}

/** The full records of these sites. */
export const recordsOf = (ids: readonly number[]): FurtherCall => ({
  operation: 'list-site-records',
  input: {},
  // No site has the id 0, and an empty list would mean all sites.
  fixed: { include: ids.length === 0 ? [0] : ids },
})

/** Sites and details of the list that the caller asked for. */
export const recordsWhere = (filter: NamedValues, { page, per_page }: NamedValues): FurtherCall => ({
  operation: 'list-site-records',
  input: { ...filter, ...(page !== undefined && { page }), ...(per_page !== undefined && { per_page }) },
})

const shownParts = ({ with_tags, full_data }: NamedValues) => ({ withTags: !isOff(with_tags), full: !isOff(full_data) })

export const showRecords = ({ items }: Records, sent: NamedValues): unknown =>
  showRows(items, (site: SiteRecord) => showSite(site, shownParts(sent)))

export async function showRecord({ items }: Records, sent: NamedValues = {}) {
  const [site] = await readRows(items)
  return site ? showSite(site, shownParts(sent)) : []
}

export async function allRecords({ items }: Records): Promise<readonly SiteRecord[]> {
  return readRows(items)
}

/** The site with its client, which most of our outputs about a site do not have. */
export const siteOf = (id: number): FurtherCall => ({ operation: 'get-site', input: { site_id_or_domain: id } })

/** For views of operations that return the `site_id`. */
export const theSite = { also: ({ site_id }: { site_id: number }) => ({ site: siteOf(site_id) }) }

export function simpleSite({ also }: ViewContext) {
  const site = also<SimpleSite | undefined>('site')
  return site ? showSimpleSite(site) : {}
}
