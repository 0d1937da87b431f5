import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { allOf, containing, type Fragment } from '../../platform/database/fragments.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import type { SoftwareKind } from './software.ts'

interface InventoryFilter {
  kind: SoftwareKind
  search: string
  limits: Limits | null
  /** Only items whose newest release was on this day or earlier. */
  until?: string | undefined
  /** Only items with a known vulnerability on a site, neither fixed nor accepted. */
  vulnerable?: boolean | undefined
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
  /** Sites with a known vulnerability of it. */
  vulnerable: number
}

interface InventoryVersion {
  version: string
  sites: number
  active: number
}

// A lying site could invent any number.
const maxVersions = 100
// Sites name the same item differently, in other languages or on purpose. The most common of a few names is used.
const sitesReadForName = 9

interface InventorySources {
  /** Common table expressions that the other parts use, each with a comma at the end. */
  first: Fragment
  /** Every item with its sites, before paging. */
  items: Fragment
  /** Name and versions of an item of the page. */
  nameOfItem: Fragment
  versionsOfItem: Fragment
}

const counts = sql`count(*) as sites, count(*) filter (where active) as active`

/** The summed counts plus the changes since. */
const sumCounts = (columns: Fragment, kind: SoftwareKind, isItem: Fragment = sql`true`): Fragment => sql`
  select ${columns}, sum(sites) as sites, sum(active) as active from (
    select slug, version, sites, active from software_counts where kind = ${kind} and ${isItem}
    union all select slug, version, sites, active from software_count_changes where kind = ${kind} and ${isItem}
  ) as parts group by ${columns} having sum(sites) > 0`

/** Whole fleet: read from the counts; names come from a few rows per item. */
function fleetSources(kind: SoftwareKind, pattern: string | null): InventorySources {
  const all = sumCounts(sql`slug`, kind)
  return {
    first: sql``,
    items:
      pattern === null
        ? all
        : sql`select * from (${all}) as item
            where lower(slug) like ${pattern} or slug in (
              select slug from software_items where kind = ${kind} and (lower(name) || ' ' || lower(slug)) like ${pattern}
                and lower(name) like ${pattern})`,
    nameOfItem: sql`(select mode() within group (order by name) from (
      select name from site_software where kind = ${kind} and slug = page.slug limit ${sql.lit(sitesReadForName)}) as names)`,
    versionsOfItem: sumCounts(sql`version`, kind, sql`slug = page.slug`),
  }
}

/** Sites a key may see: their rows are read once, and all of them count for the name. */
function visibleSources(kind: SoftwareKind, limits: Limits, pattern: string | null): InventorySources {
  const isFound =
    pattern === null ? sql`true` : sql`lower(slug) like ${pattern} or bool_or(lower(name) like ${pattern})`
  return {
    first: sql`own as materialized (
        select slug, name, version, active from site_software
        where kind = ${kind} and ${siteIdIsVisible('site_id', limits)}
      ), own_versions as materialized (select slug, version, ${counts} from own group by slug, version),`,
    items: sql`select slug, ${counts}, mode() within group (order by name) as name from own group by slug having ${isFound}`,
    nameOfItem: sql`page.name`,
    versionsOfItem: sql`select version, sites, active from own_versions where slug = page.slug`,
  }
}

/** Every plugin or theme with the number of its sites, in total and by version. */
export async function listInventoryRows(
  db: Database,
  { kind, search, limits, until, vulnerable = false }: InventoryFilter,
  { page, perPage, orderBy, order }: InventoryPage,
): Promise<{ rows: InventoryRow[]; total: number }> {
  const pattern = search === '' ? null : containing(search.toLowerCase())
  const sources = limits ? visibleSources(kind, limits, pattern) : fleetSources(kind, pattern)
  const isVisible = siteIdIsVisible('site_id', limits)
  const openFindings = sql`vulnerability_findings as finding where finding.kind = ${kind} and finding.fixed_at is null
    and finding.acceptance_id is null and ${siteIdIsVisible('finding.site_id', limits)}`
  const isListed = allOf([
    until === undefined ? sql`true` : sql`slug in (select slug from old where last_updated <= ${until}::date)`,
    vulnerable ? sql`slug in (select finding.slug from ${openFindings})` : sql`true`,
  ])
  const sorting = sql.raw(`${inventoryOrders[orderBy]} ${order}, slug`)
  const found = await queryRows(
    db,
    sql<InventoryRow & { total: number }>`with ${sources.first} old as materialized (
        select slug, max(last_updated) as last_updated from site_software
        where kind = ${kind} and last_updated is not null and ${isVisible} group by slug
      ), page as (
        select *, count(*) over () as total from (${sources.items}) as item where ${isListed}
        order by ${sorting} offset ${(page - 1) * perPage} limit ${perPage}
      )
      select slug, ${sources.nameOfItem} as name, sites, active, total,
        (select json_agg(common) from (
           ${sources.versionsOfItem} order by sites desc, version limit ${sql.lit(maxVersions)}
         ) as common) as versions,
        (select json_agg(offer) from (
           select new_version as version, count(*) as sites from site_updates
           where type = ${kind} and slug = page.slug and not ignored and ${isVisible} group by new_version
         ) as offer) as offers,
        (select last_updated from old where old.slug = page.slug) as last_updated,
        (select count(distinct finding.site_id) from ${openFindings} and finding.slug = page.slug) as vulnerable
      from page order by ${sorting}`,
  )
  if (found.length === 0 && page > 1) {
    // An empty page has no row that carries the total.
    const { total } = await listInventoryRows(
      db,
      { kind, search, limits, until, vulnerable },
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
  active: boolean | null
  limits: Limits | null
}

/** The number of sites per version of an item, the most common first. */
export async function countItemVersions(db: Database, filter: InventorySitesFilter): Promise<InventoryVersion[]> {
  return queryRows(
    db,
    sql<InventoryVersion>`select version, ${counts} from site_software where ${hasItem(filter)}
      group by version order by sites desc, version`,
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

interface InventorySitesPage {
  page: number
  perPage: number
  orderBy: 'version' | 'name'
  descends: boolean
}

/** The sites that have an item, by version, then by address; or by name. `versions` are its versions, the newest first. */
export async function listInventorySiteRows(
  db: Database,
  filter: InventorySitesFilter,
  versions: string[],
  { page, perPage, orderBy, descends }: InventorySitesPage,
): Promise<InventorySiteRow[]> {
  const { kind, slug } = filter
  const byName = sql`natural_key(site_name)${descends ? sql` desc` : sql``}, site_id`
  const byVersion = sql`rank${descends ? sql`` : sql` desc`}, site_url, site_id`
  const sorting = orderBy === 'name' ? byName : byVersion
  return queryRows(
    db,
    sql<InventorySiteRow>`select page.*, site_updates.new_version as update_version from (
        select * from (
          select site_id, sites.url as site_url, sites.name as site_name, site_software.name, version, active, rank
          from site_software
          join unnest(${versions}::text[]) with ordinality as ranked (version_name, rank) on ranked.version_name = version
          join sites on sites.id = site_id
          where ${hasItem(filter)}
        ) as found order by ${sorting} limit ${perPage} offset ${(page - 1) * perPage}
      ) as page
      left join site_updates on site_updates.site_id = page.site_id and type = ${kind} and slug = ${slug}
        and translates = '' and language = '' and not ignored
      order by ${sorting}`,
  )
}

/** The software of this many sites is read at a time. */
const sitesPerPage = 100

/** Every item of every site, in the order of the sites. Each page is fetched on demand. */
export async function* inventoryPages(
  db: Database,
  { kind, limits }: { kind: SoftwareKind | null; limits: Limits | null },
): AsyncGenerator<unknown[]> {
  for (let after = 0; ; ) {
    const sites = await queryRows(
      db,
      sql<{ id: number }>`select id from sites where id > ${after} and ${siteIdIsVisible('id', limits)}
        order by id limit ${sql.lit(sitesPerPage)}`,
    )
    const last = sites.at(-1)
    if (!last) return
    yield await queryRows(
      db,
      sql`select sites.id as site_id, sites.name as site_name, sites.url as site_url, clients.name as client, item.kind as type,
          item.slug, item.name, item.version, item.active, site_updates.new_version as update_version
        from site_software as item join sites on sites.id = item.site_id left join clients on clients.id = sites.client_id
        left join site_updates on site_updates.site_id = item.site_id and site_updates.type = item.kind
          and site_updates.slug = item.slug and site_updates.translates = '' and site_updates.language = ''
          and not site_updates.ignored
        where item.site_id = any (${sites.map(({ id }) => id)}::bigint[])
          and ${kind === null ? sql`true` : sql`item.kind = ${kind}`}
        order by item.site_id, item.kind, item.slug`,
    )
    after = last.id
  }
}

function hasItem({ kind, slug, version, active, limits }: InventorySitesFilter): Fragment {
  const hasVersion = version === null ? sql`true` : sql`version = ${version}`
  const hasState = active === null ? sql`true` : sql`active = ${active}`
  return sql`kind = ${kind} and slug = ${slug} and ${hasVersion} and ${hasState} and ${siteIdIsVisible('site_id', limits)}`
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

/** Adds the changes to the counts, then updates the number of sites and the name of each item. Unused items are deleted. */
export async function recountItems(db: Database): Promise<number> {
  await queryRows(
    db,
    sql`with changes as (delete from software_count_changes returning kind, slug, version, sites, active),
      summed as (
        select kind, slug, version, sum(sites) as sites, sum(active) as active from changes
        group by kind, slug, version having sum(sites) <> 0 or sum(active) <> 0)
      insert into software_counts as known (kind, slug, version, sites, active)
      select kind, slug, version, sites, active from summed order by kind, slug, version
      on conflict (kind, slug, version) do update
        set sites = known.sites + excluded.sites, active = known.active + excluded.active`,
  )
  await queryRows(db, sql`delete from software_counts where sites = 0 and active = 0`)
  const query = sql`with counted as (
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
    returning slug`
  return (await queryRows(db, query)).length
}

interface FoundItem {
  slug: string
  name: string
}

/** Software for the search: names that begin with the text first, then the most common. New items are not counted yet: the shorter name first. */
export function findSoftwareBySearch(
  db: Database,
  kind: SoftwareKind,
  term: string,
  limits: Limits | null,
  max: number,
): Promise<FoundItem[]> {
  const text = term.toLowerCase()
  // The trigram index needs three letters; a shorter text is matched at the beginning only.
  const isFound =
    text.length < 3
      ? sql`lower(name) like ${containing(text).slice(1)}`
      : sql`(lower(name) || ' ' || lower(slug)) like ${containing(text)}`
  const isVisible = limits
    ? sql`exists (select from site_software as own
        where own.kind = item.kind and own.slug = item.slug and ${siteIdIsVisible('own.site_id', limits)})`
    : sql`true`
  return queryRows(
    db,
    sql<FoundItem>`select slug, name from software_items as item
      where kind = ${kind} and ${isFound} and ${isVisible}
      order by not starts_with(lower(name), ${text}), sites desc, length(name), slug limit ${max}`,
  )
}
