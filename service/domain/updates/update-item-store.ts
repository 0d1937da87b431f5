import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { containing, type Fragment } from '../../platform/database/fragments.ts'
import { fetchRows, type Listing, type Page } from '../../platform/database/listing.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import {
  type ConditionRules,
  conditionColumn,
  type StoredCondition,
  siteIdIsVisible,
  siteIsVisible,
} from '../sites/index.ts'
import type { IgnorableType } from './ignored-update.ts'
import { itemCounts } from './update-count-store.ts'

export interface ItemFilter {
  types: readonly IgnorableType[]
  search: string
  limits: Limits | null
  /** Only items with a known vulnerability on a site, neither fixed nor accepted. */
  vulnerable?: boolean | undefined
}

interface ItemRow {
  type: IgnorableType
  slug: string
  new_version: string
  name: string
  sites: number
  /** The installed versions, the most common first. */
  current: { version: string; sites: number }[]
  /** Sites with a known vulnerability of it. */
  vulnerable: number
}

// Lying sites could invent any number.
const maxCurrentVersions = 1_000
// Sites name the same item differently, in other languages or on purpose. The most common of a few names is used.
const sitesReadForName = 9

/** Items with pending updates, per new version, with the number of sites, the most first. */
export async function listItemsWithUpdates(
  db: Database,
  { types, search, limits, vulnerable = false }: ItemFilter,
  { page, perPage }: Page,
): Promise<{ rows: ItemRow[]; total: number }> {
  const { pending, counted } = limits ? visibleUpdates(limits) : fleetUpdates
  const names = (item: 'item' | 'page') => sql`(select pending.name from ${pending} where not pending.ignored
    and pending.type = ${sql.ref(item)}.type and pending.slug = ${sql.ref(item)}.slug
    and pending.new_version = ${sql.ref(item)}.new_version limit ${sql.lit(sitesReadForName)}) as names`
  const pattern = containing(search.toLowerCase())
  const isFound =
    search === ''
      ? sql`true`
      : sql`lower(item.slug) like ${pattern}
          or exists (select from ${names('item')} where lower(names.name) like ${pattern})`
  const openFindings = (
    item: 'item' | 'page',
  ) => sql`vulnerability_findings as finding where finding.kind = ${sql.ref(item)}.type
    and finding.slug = ${sql.ref(item)}.slug and finding.fixed_at is null and finding.acceptance_id is null
    and ${siteIdIsVisible('finding.site_id', limits)}`
  const isWanted = vulnerable ? sql`exists (select from ${openFindings('item')})` : sql`true`
  const isItem = sql`type = page.type and slug = page.slug and new_version = page.new_version`
  const found = await queryRows(
    db,
    sql<ItemRow & { total: number }>`with item as (
        ${counted(sql`type, slug, new_version`, sql`type = any (${types}::text[])`)}
      ), page as (
        select item.*, count(*) over () as total from item where (${isFound}) and ${isWanted}
        order by sites desc, type, slug, new_version offset ${(page - 1) * perPage} limit ${perPage}
      )
      select page.*, (select mode() within group (order by names.name) from ${names('page')}) as name,
        (select json_agg(common) from (
           select current_version as version, sites from (${counted(sql`current_version`, isItem)}) as counted
           order by sites desc, version limit ${sql.lit(maxCurrentVersions)}) as common) as current,
        (select count(distinct finding.site_id) from ${openFindings('page')}) as vulnerable
      from page order by sites desc, type, slug, new_version`,
  )
  if (found.length === 0 && page > 1) {
    // An empty page has no row that carries the total.
    return {
      rows: [],
      total: (await listItemsWithUpdates(db, { types, search, limits, vulnerable }, { page: 1, perPage: 1 })).total,
    }
  }
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

interface UpdateSources {
  /** A table called pending. */
  pending: Fragment
  /** The number of sites per item. */
  counted: (columns: Fragment, where: Fragment) => Fragment
}

/** Whole fleet: read from the counts; names come from a few rows per item. */
const fleetUpdates: UpdateSources = { pending: sql`site_updates as pending`, counted: itemCounts }

/** Sites a key may see: their rows are counted. */
function visibleUpdates(limits: Limits): UpdateSources {
  const pending = sql`(select * from site_updates as own
    where not own.ignored and ${siteIdIsVisible('own.site_id', limits)}) as pending`
  return {
    pending,
    counted: (columns, where) =>
      sql`select ${columns}, count(*) as sites from ${pending} where ${where} group by ${columns}`,
  }
}

interface ItemSitesFilter {
  type: IgnorableType
  slug: string
  /** Null: any version. */
  version: string | null
  limits: Limits | null
  rules: ConditionRules
}

interface ItemSiteRow {
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
  condition: StoredCondition
}

/** Few are collected and sorted; for many, the sites are read in order until the page is full. */
const maxSorted = 20_000

const itemSites = (rules: ConditionRules, isWanted: Fragment, total: number): Listing => ({
  columns: sql`sites.id as site_id, sites.url as site_url, sites.name as site_name, sites.status, pending.name,
    pending.current_version, pending.new_version, pending.active, pending.has_package, pending.first_seen_at`,
  from:
    total <= maxSorted
      ? sql`(select * from site_updates where ${isWanted} offset 0) as pending join sites on sites.id = pending.site_id`
      : sql`sites cross join lateral
          (select * from site_updates as own where own.site_id = sites.id and ${isWanted} offset 0) as pending`,
  perRow: conditionColumn('page.site_id', rules),
  orderBy: sql`sites.url, sites.id`,
  versions: [],
})

/** The sites with a pending update of an item, by address. */
export async function listSitesOfItem(
  db: Database,
  { type, slug, version, limits, rules }: ItemSitesFilter,
  page: Page,
): Promise<{ rows: ItemSiteRow[]; total: number }> {
  const isItem = sql`type = ${type} and slug = ${slug} and ${version === null ? sql`true` : sql`new_version = ${version}`}`
  const isWanted = sql`not ignored and ${isItem}`
  const total = limits ? await countVisible(db, isWanted, limits) : await countInFleet(db, isItem)
  const listing = itemSites(rules, isWanted, total)
  return { rows: await fetchRows(db, listing, [siteIsVisible('sites', limits)], page, total), total }
}

async function countVisible(db: Database, isWanted: Fragment, limits: Limits): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from site_updates
    where ${isWanted} and ${siteIdIsVisible('site_id', limits)}`
  return oneRow(await queryRows(db, query)).total
}

async function countInFleet(db: Database, isItem: Fragment): Promise<number> {
  const [counted] = await queryRows(db, sql<{ sites: number }>`${itemCounts(sql`type`, isItem)}`)
  return counted?.sites ?? 0
}
