import { sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { containing } from '../../platform/database/fragments.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { SoftwareKind } from './software.ts'

interface InventoryFilter {
  kind: SoftwareKind
  search: string
  limits: Limits | null
  /** Only items whose newest release was on this day or earlier. */
  until?: string | undefined
}

const inventoryOrders = { sites: 'sites', slug: 'slug' } as const

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
  /** Available versions that are not ignored. */
  offers: { version: string; sites: number }[] | null
  /** Day of the newest release; known only for items without recent releases. */
  last_updated: string | null
}

interface InventoryVersion {
  version: string
  sites: number
  active: number
}

// A lying site could invent any number.
const mostVersions = 100
// Sites name the same item differently, in other languages or on purpose. The most common of a few names is used.
const sitesReadForName = 9

interface InventorySql {
  name: string
  /** Common table expressions that the other parts use. */
  first: string
  /** Every item with its sites, before paging. */
  items: string
  /** Name and versions of an item of the page. */
  nameOfItem: string
  versionsOfItem: string
  /** Condition on site ids, for updates and dates. */
  ofSites: string
  values: unknown[]
}

// The first three parameters are the same for both queries: kind, offset, limit.
const counts = 'count(*) as sites, count(*) filter (where active) as active'

/** The summed counts plus the changes since. */
const countsOf = (columns: string, item = '') => `
  select ${columns}, sum(sites) as sites, sum(active) as active from (
    select slug, version, sites, active from software_counts where kind = $1 ${item}
    union all select slug, version, sites, active from software_count_changes where kind = $1 ${item}
  ) as parts group by ${columns} having sum(sites) > 0`

/** Whole fleet: read from the counts; names come from a few rows per item. */
function ofFleet(pattern: string | null): InventorySql {
  const names = (item: string) =>
    `(select name from site_software where kind = $1 and slug = ${item}.slug limit ${sitesReadForName}) as names`
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

/** Sites a key may see: their rows are read once, and all of them count for the name. */
function ofVisible(limits: Limits, pattern: string | null): InventorySql {
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

/** Every plugin or theme with the number of its sites, in total and by version. */
export async function listInventoryRows(
  db: Database,
  { kind, search, limits, until }: InventoryFilter,
  { page, perPage, orderBy, order }: InventoryPage,
): Promise<{ rows: InventoryRow[]; total: number }> {
  const pattern = search === '' ? null : containing(search.toLowerCase())
  const parts = limits ? ofVisible(limits, pattern) : ofFleet(pattern)
  const { name, first, items, nameOfItem, versionsOfItem, ofSites, values } = parts
  const old = `select slug, max(last_updated) as last_updated from site_software
    where kind = $1 and last_updated is not null ${ofSites} group by slug`
  const abandoned =
    until === undefined
      ? ''
      : `where slug in (
    select slug from old where last_updated <= $${4 + values.length}::date)`
  const sorted = `${inventoryOrders[orderBy]} ${order}, slug`
  const found = await db.fetch(
    statement<InventoryRow & { total: number }>(
      `inventory-${name}-${orderBy}-${order}${until === undefined ? '' : '-old'}`,
      `with ${first} old as materialized (${old}), page as (
         select *, count(*) over () as total from (${items}) as item ${abandoned} order by ${sorted} offset $2 limit $3
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
    // An empty page has no row that carries the total.
    const { total } = await listInventoryRows(
      db,
      { kind, search, limits, until },
      { page: 1, perPage: 1, orderBy, order },
    )
    return { rows: [], total }
  }
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

interface InventorySitesFilter {
  kind: SoftwareKind
  slug: string
  version: string | null
  limits: Limits | null
}

/** The number of sites per version of an item, the most common first. */
export async function countItemVersions(db: Database, filter: InventorySitesFilter): Promise<InventoryVersion[]> {
  const { name, sql, values } = conditionOfItem(filter)
  return db.fetch(
    statement<InventoryVersion>(
      `inventory-versions-${name}`,
      `select version, count(*) as sites, count(*) filter (where active) as active from site_software where ${sql}
       group by version order by sites desc, version`,
    ),
    values,
  )
}

interface InventorySiteRow {
  site_id: number
  site_url: string
  site_name: string
  name: string
  version: string
  active: boolean
  update_version: string | null
}

/** The sites that have an item, in the given order of its versions, then by address. */
export async function listInventorySiteRows(
  db: Database,
  filter: InventorySitesFilter,
  versions: string[],
  { page, perPage }: { page: number; perPage: number },
): Promise<InventorySiteRow[]> {
  const { name, sql, values } = conditionOfItem(filter)
  const at = values.length
  return db.fetch(
    statement<InventorySiteRow>(
      `inventory-holders-${name}`,
      `select page.*, site_updates.new_version as update_version from (
         select site_id, sites.url as site_url, sites.name as site_name, site_software.name, version, active, rank
         from site_software
         join unnest($${at + 1}::text[]) with ordinality as ranked (version_name, rank) on ranked.version_name = version
         join sites on sites.id = site_id
         where ${sql} order by rank, sites.url, site_id limit $${at + 2} offset $${at + 3}
       ) as page
       left join site_updates on site_updates.site_id = page.site_id and type = $1 and slug = $2
         and translates = '' and language = '' and not ignored
       order by page.rank, page.site_url, page.site_id`,
    ),
    [...values, versions, perPage, (page - 1) * perPage],
  )
}

function conditionOfItem({ kind, slug, version, limits }: InventorySitesFilter) {
  const values: unknown[] = [kind, slug]
  const parts = ['kind = $1', 'slug = $2']
  if (version !== null) parts.push(`version = $${values.push(version)}`)
  if (limits) {
    const at = values.push(...limitValues(limits))
    parts.push(`site_id in (select id from sites where ${visibleSitesSql('sites', at - 1, at)})`)
  }
  return { name: `${version === null ? '' : 'v'}${limits ? 'l' : ''}`, sql: parts.join(' and '), values }
}

/** Every installed plugin and theme once, with a name: a few thousand rows for millions of installations. */

interface ReportedItem {
  kind: SoftwareKind
  slug: string
  name: string
}

/** Inserts unknown items, in a fixed order, so that two sites with the same new items never deadlock. */
export async function insertNewItems(trx: Db, items: readonly ReportedItem[]): Promise<void> {
  if (items.length === 0) return
  const seen = new Map(items.map((item) => [`${item.kind} ${item.slug}`, item]))
  await sql`
    insert into software_items (kind, slug, name)
    select kind, slug, name from jsonb_to_recordset(${JSON.stringify([...seen.values()])}::jsonb)
      as seen (kind text, slug text, name text)
    where not exists (select from software_items as known where known.kind = seen.kind and known.slug = seen.slug)
    order by kind, slug on conflict do nothing`.execute(trx)
}

const sumUpCounts = statement(
  'software-sum-up',
  `with changes as (delete from software_count_changes returning kind, slug, version, sites, active),
   summed as (
     select kind, slug, version, sum(sites) as sites, sum(active) as active from changes
     group by kind, slug, version having sum(sites) <> 0 or sum(active) <> 0)
   insert into software_counts as known (kind, slug, version, sites, active)
   select kind, slug, version, sites, active from summed order by kind, slug, version
   on conflict (kind, slug, version) do update
     set sites = known.sites + excluded.sites, active = known.active + excluded.active`,
)
const deleteEmptyCounts = statement('software-sweep', 'delete from software_counts where sites = 0 and active = 0')

const recountStatement = statement<{ slug: string }>(
  'software-recount',
  `with counted as (
     select kind, slug, sum(sites) as sites from software_counts group by kind, slug having sum(sites) > 0
   ), gone as (
     delete from software_items as item
     where not exists (select from counted where counted.kind = item.kind and counted.slug = item.slug))
   insert into software_items as item (kind, slug, name, sites)
   select kind, slug,
     (select mode() within group (order by name) from (
        select name from site_software as one where one.kind = counted.kind and one.slug = counted.slug limit 9) as few),
     sites
   from counted order by kind, slug
   on conflict (kind, slug) do update set name = excluded.name, sites = excluded.sites
     where (item.name, item.sites) is distinct from (excluded.name, excluded.sites)
   returning slug`,
)

/** Adds the changes to the counts, then updates the number of sites and the name of each item. Unused items are deleted. */
export async function recountItems(db: Database): Promise<number> {
  await db.fetch(sumUpCounts)
  await db.fetch(deleteEmptyCounts)
  return (await db.fetch(recountStatement)).length
}

interface FoundItem {
  slug: string
  name: string
}

/** Software for the search: the most common first. */
export function findSoftwareBySearch(
  db: Database,
  kind: SoftwareKind,
  term: string,
  limits: Limits | null,
  most: number,
): Promise<FoundItem[]> {
  const text = term.toLowerCase()
  const conditions = new Conditions().add('k', (at) => `kind = $${at}`, kind)
  // The trigram index needs three letters; a shorter text is matched at the beginning only.
  const pattern = text.length < 3 ? containing(text).slice(1) : containing(text)
  const column = text.length < 3 ? 'lower(name)' : "(lower(name) || ' ' || lower(slug))"
  conditions.add(text.length < 3 ? 'p' : 'q', (at) => `${column} like $${at}`, pattern)
  if (limits) {
    const has = (
      a?: number,
      b?: number,
    ) => `exists (select from sites join site_software as own on own.site_id = sites.id
      where own.kind = item.kind and own.slug = item.slug and ${visibleSitesSql('sites', a!, b!)})`
    conditions.add('l', has, ...limitValues(limits))
  }
  const { letters, sql: where, values } = conditions
  return db.fetch(
    statement<FoundItem>(
      `find-software-${letters}`,
      `select slug, name from software_items as item where ${where} order by sites desc, slug limit $${values.length + 1}`,
    ),
    [...values, most],
  )
}
