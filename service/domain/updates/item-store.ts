import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { fetchPage, type Listing, type Page } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { countedSql } from './count-store.ts'
import type { IgnorableType } from './ignored.ts'

export interface ItemFilter {
  types: readonly IgnorableType[]
  search: string
  limits: Limits | null
}

export interface ItemRow {
  type: IgnorableType
  slug: string
  new_version: string
  name: string
  sites: number
  /** Which versions the sites have now, the commonest first. */
  current: { version: string; sites: number }[]
}

// More than anybody reads; sites that lie could invent any number.
const mostCurrentVersions = 1_000
// Sites call the same thing differently, in other languages or on purpose. What most of a few say is believed.
const askedForTheName = 9

/** What the sites wait for, version by version, with how many of them wait: what most need comes first. */
export async function fetchItems(
  db: Database,
  { types, search, limits }: ItemFilter,
  { page, perPage }: Page,
): Promise<{ rows: ItemRow[]; total: number }> {
  const values: unknown[] = [types, (page - 1) * perPage, perPage]
  if (limits) values.push(...limitValues(limits))
  const { waiting, counted } = limits ? ofVisible : ofFleet
  const names = (of: string) => `(select waiting.name from ${waiting} where not waiting.ignored
    and waiting.type = ${of}.type and waiting.slug = ${of}.slug and waiting.new_version = ${of}.new_version
    limit ${askedForTheName}) as names`
  const pattern = search === '' ? '' : `$${values.push(containing(search.toLowerCase()))}`
  const searched = `where lower(item.slug) like ${pattern}
    or exists (select from ${names('item')} where lower(names.name) like ${pattern})`
  const ofItem = 'type = page.type and slug = page.slug and new_version = page.new_version'
  const found = await db.fetch(
    statement<ItemRow & { total: number }>(
      `update-items-${limits ? 'l' : ''}${pattern === '' ? '' : 'q'}`,
      `with item as (${counted('type, slug, new_version', 'type = any ($1::text[])')}), page as (
         select item.*, count(*) over () as total from item ${pattern === '' ? '' : searched}
         order by sites desc, type, slug, new_version offset $2 limit $3
       )
       select page.*, (select mode() within group (order by names.name) from ${names('page')}) as name,
         (select json_agg(common) from (
            select current_version as version, sites from (${counted('current_version', ofItem)}) as counted
            order by sites desc, version limit ${mostCurrentVersions}) as common) as current
       from page order by sites desc, type, slug, new_version`,
    ),
    values,
  )
  if (found.length === 0 && page > 1) {
    // Nobody is left to say how many there are.
    return { rows: [], total: (await fetchItems(db, { types, search, limits }, { page: 1, perPage: 1 })).total }
  }
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

/** Of the whole fleet: read from the counts; only names are looked up among the sites, for a few rows each. */
const ofFleet = { waiting: 'site_updates as waiting', counted: countedSql }

const visible = `(select * from site_updates as own where not own.ignored and own.site_id in
  (select id from sites where ${visibleSitesSql('sites', 4, 5)})) as waiting`
/** Of the sites a key may see: counted among their rows. */
const ofVisible = {
  waiting: visible,
  counted: (columns: string, where: string) =>
    `select ${columns}, count(*) as sites from ${visible} where ${where} group by ${columns}`,
}

export interface ItemSitesFilter {
  type: IgnorableType
  slug: string
  /** Null: whatever version waits. */
  version: string | null
  limits: Limits | null
}

export interface ItemSiteRow {
  site_id: number
  site_url: string
  site_name: string
  status: 'connected' | 'disconnected' | 'suspended'
  name: string
  current_version: string
  new_version: string
  active: boolean
  has_package: boolean
  first_seen_at: Date
}

const itemSites: Listing = {
  name: 'update-item-sites',
  columns: `sites.id as site_id, sites.url as site_url, sites.name as site_name, sites.status, waiting.name,
    waiting.current_version, waiting.new_version, waiting.active, waiting.has_package, waiting.first_seen_at`,
  from: 'site_updates as waiting join sites on sites.id = waiting.site_id',
  orderBy: 'sites.url, sites.id',
  versions: [],
}

/** The sites that wait for an item, by address. */
export function fetchItemSites(db: Database, { type, slug, version, limits }: ItemSitesFilter, page: Page) {
  const conditions = new Conditions().add(
    'i',
    (a, b) => `not waiting.ignored and waiting.type = $${a} and waiting.slug = $${b}`,
    type,
    slug,
  )
  if (version !== null) conditions.add('v', (at) => `waiting.new_version = $${at}`, version)
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  return fetchPage<ItemSiteRow>(db, itemSites, conditions, page)
}
