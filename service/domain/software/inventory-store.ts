import type { Limits } from '../../operation/actor.ts'
import { containing } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { SoftwareKind } from './software.ts'

export interface InventoryFilter {
  kind: SoftwareKind
  search: string
  limits: Limits | null
  /** Only what had its newest release on this day or earlier. */
  until?: string | undefined
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
  /** What sites are offered, where they are not told to ignore it. */
  offers: { version: string; sites: number }[] | null
  /** Day of the newest release; known only for what has had none for long. */
  last_updated: string | null
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

interface Question {
  name: string
  /** What the rest builds on. */
  first: string
  /** Every item with its sites, before the page is cut. */
  items: string
  /** Name and versions of an item of the page. */
  nameOfItem: string
  versionsOfItem: string
  /** Of the sites that count, by their id; for updates and dates. */
  ofSites: string
  values: unknown[]
}

// The first three parameters are the same for both questions: kind, rows to pass over, rows wanted.
// Of rows of sites.
const counts = 'count(*) as sites, count(*) filter (where active) as active'

/** Counts as they were summed up last, and what changed since. */
const countsOf = (columns: string, item = '') => `
  select ${columns}, sum(sites) as sites, sum(active) as active from (
    select slug, version, sites, active from software_counts where kind = $1 ${item}
    union all select slug, version, sites, active from software_count_changes where kind = $1 ${item}
  ) as parts group by ${columns} having sum(sites) > 0`

/** Of the whole fleet: read from the counts; names are looked up for a few rows each. */
function ofFleet(pattern: string | null): Question {
  const names = (item: string) =>
    `(select name from site_software where kind = $1 and slug = ${item}.slug limit ${askedForTheName}) as names`
  const all = countsOf('slug')
  return {
    name: pattern === null ? 'fleet' : 'fleet-search',
    first: '',
    items:
      pattern === null
        ? all
        : `select * from (${all}) as item
           where lower(slug) like $4 or slug in (
             select slug from software_items where kind = $1 and (lower(name) || ' ' || lower(slug)) like $4
               and lower(name) like $4)`,
    nameOfItem: `(select mode() within group (order by name) from ${names('page')})`,
    versionsOfItem: countsOf('version', 'and slug = page.slug'),
    ofSites: '',
    values: pattern === null ? [] : [pattern],
  }
}

/** Of the sites a key may see: their rows are read once, and all of them say the name. */
function ofVisible(limits: Limits, pattern: string | null): Question {
  return {
    name: pattern === null ? 'limited' : 'limited-search',
    first: `own as materialized (
              select slug, name, version, active from site_software
              where kind = $1 and site_id in (select id from sites where ${visibleSitesSql('sites', 4, 5)})
            ), own_versions as materialized (select slug, version, ${counts} from own group by slug, version),`,
    items: `select slug, ${counts}, mode() within group (order by name) as name from own group by slug
            ${pattern === null ? '' : 'having lower(slug) like $6 or bool_or(lower(name) like $6)'}`,
    nameOfItem: 'page.name',
    versionsOfItem: 'select version, sites, active from own_versions where slug = page.slug',
    ofSites: `and site_id in (select id from sites where ${visibleSitesSql('sites', 4, 5)})`,
    values: [...limitValues(limits), ...(pattern === null ? [] : [pattern])],
  }
}

/** Every plugin or theme with the number of sites that have it, in all and by version. */
export async function listInventory(
  db: Database,
  { kind, search, limits, until }: InventoryFilter,
  { page, perPage, orderBy, order }: InventoryPage,
): Promise<{ rows: InventoryRow[]; total: number }> {
  const pattern = search === '' ? null : containing(search.toLowerCase())
  const question = limits ? ofVisible(limits, pattern) : ofFleet(pattern)
  const { name, first, items, nameOfItem, versionsOfItem, ofSites, values } = question
  const old = `select slug, max(last_updated) as last_updated from site_software
    where kind = $1 and last_updated is not null ${ofSites} group by slug`
  const wanted =
    until === undefined
      ? ''
      : `where slug in (
    select slug from old where last_updated <= $${4 + values.length}::date)`
  const sorted = `${inventoryOrders[orderBy]} ${order}, slug`
  const found = await db.fetch(
    statement<InventoryRow & { total: number }>(
      `inventory-${name}-${orderBy}-${order}${until === undefined ? '' : '-old'}`,
      `with ${first} old as materialized (${old}), page as (
         select *, count(*) over () as total from (${items}) as item ${wanted} order by ${sorted} offset $2 limit $3
       )
       select slug, ${nameOfItem} as name, sites, active, total,
         (select json_agg(common) from (
            ${versionsOfItem} order by sites desc, version limit ${mostVersions}
          ) as common) as versions,
         (select json_agg(offer) from (
            select new_version as version, count(*) as sites from site_updates
            where type = $1 and slug = page.slug and not ignored ${ofSites} group by new_version
          ) as offer) as offers,
         (select last_updated from old where old.slug = page.slug) as last_updated
       from page order by ${sorted}`,
    ),
    [kind, (page - 1) * perPage, perPage, ...values, ...(until === undefined ? [] : [until])],
  )
  if (found.length === 0 && page > 1) {
    // Nobody is left to say how many there are.
    const { total } = await listInventory(db, { kind, search, limits, until }, { page: 1, perPage: 1, orderBy, order })
    return { rows: [], total }
  }
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}
