import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { SoftwareKind } from './software.ts'

export interface InventoryFilter {
  kind: SoftwareKind
  search: string
  limits: Limits | null
}

export const inventoryOrders = { sites: 'sites', slug: 'slug' } as const

export interface InventoryPage {
  page: number
  perPage: number
  orderBy: keyof typeof inventoryOrders
  order: 'asc' | 'desc'
}

export interface InventoryRow {
  slug: string
  name: string
  sites: number
  active: number
  versions: InventoryVersion[]
}

export interface InventoryVersion {
  version: string
  sites: number
  active: number
}

// More than anybody reads; a site that lies could invent any number.
const mostVersions = 100

// Sites call the same thing differently, in other languages or on purpose. What most of a few say is believed.
const askedForTheName = 9
const namesOf = (item: string, visible: string) =>
  `(select name from site_software where kind = $1 and slug = ${item}.slug ${visible} limit ${askedForTheName}) as names`

/** Every plugin or theme of the fleet with the number of sites that have it. The versions of the page's rows come with it. */
export async function listInventory(
  db: Database,
  filter: InventoryFilter,
  { page, perPage, orderBy, order }: InventoryPage,
): Promise<{ rows: InventoryRow[]; total: number }> {
  const { kind, search, limits } = filter
  const limited = limits !== null
  const searched = search !== ''
  const visible = limited ? `and site_id in (select id from sites where ${visibleSitesSql('sites', 4, 5)})` : ''
  // Parameters: kind, rows to pass over, rows wanted, limits (2), search.
  const at = limited ? 6 : 4
  const found = searched
    ? `where lower(slug) like $${at} or exists (select from ${namesOf('counted', visible)} where lower(name) like $${at})`
    : ''
  const rows = await db.fetch(
    statement<InventoryRow & { total: number }>(
      `inventory-${limited ? 'l' : ''}${searched ? 'q' : ''}-${orderBy}-${order}`,
      `with counted as (
         select slug, count(*) as sites, count(*) filter (where active) as active
         from site_software where kind = $1 ${visible} group by slug
       ), page as (
         select slug, sites, active, count(*) over () as total from counted ${found}
         order by ${inventoryOrders[orderBy]} ${order}, slug offset $2 limit $3
       )
       select page.slug, page.sites, page.active, page.total,
         (select mode() within group (order by name) from ${namesOf('page', visible)}) as name,
         (select json_agg(versions order by versions.sites desc, versions.version) from (
            select version, count(*) as sites, count(*) filter (where active) as active
            from site_software where kind = $1 and slug = page.slug ${visible} group by version
            order by sites desc, version limit ${mostVersions}
          ) as versions) as versions
       from page order by ${inventoryOrders[orderBy]} ${order}, slug`,
    ),
    [
      kind,
      (page - 1) * perPage,
      perPage,
      ...(limits ? limitValues(limits) : []),
      ...(searched ? [`%${escapeLike(search.toLowerCase())}%`] : []),
    ],
  )
  if (rows.length === 0 && page > 1) {
    // Nobody is left to say how many there are.
    const { total } = await listInventory(db, filter, { page: 1, perPage: 1, orderBy, order })
    return { rows: [], total }
  }
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
