import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { allOf, containing, type Fragment } from '../../platform/database/fragments.ts'
import type { Page } from '../../platform/database/listing.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIsVisible } from '../sites/index.ts'
import type { UpdateType } from './update.ts'
import { groupCounts, itemCounts } from './update-count-store.ts'
import { type Summary, summaryOf, type UpdateEntry } from './update-entry.ts'

interface UpdateListFilter {
  types: readonly UpdateType[]
  /** Undefined: all visible sites. An empty list means none. */
  siteIds?: readonly number[] | undefined
  excludedSiteIds?: readonly number[] | undefined
  /** Part of the name or slug of the item. */
  search?: string | undefined
  limits: Limits | null
}

/** The matches of a search in the whole fleet, without the limits of the caller. */
interface SearchMatches {
  summary: Summary
  /** Sites of the fleet with pending updates, of any item. */
  sites: number
  /** Slugs of the items; null when there are too many to be useful. */
  slugs: string[] | null
}

/** A filter with a search needs its matches first (`withSearchMatches`). */
export type UpdateListQuery = UpdateListFilter & { matches?: SearchMatches | undefined }

const isWholeFleet = ({ siteIds, excludedSiteIds = [], limits }: UpdateListFilter): boolean =>
  !siteIds && excludedSiteIds.length === 0 && !limits

const countOfType = {
  core: sql`counts.core`,
  plugin: sql`counts.plugins`,
  theme: sql`counts.themes`,
  translation: sql`counts.translations`,
} satisfies Record<UpdateType, Fragment>

/**
 * Joins the counts of each site, for `from sites …`. They are read along with the sites, only for as many as the page needs:
 * `offset 0` keeps the planner from joining all of them first.
 */
const joinSiteCounts = sql`cross join lateral (
  select * from site_update_counts where site_id = sites.id offset 0) as counts`

interface UpdateListParts {
  /** Selects the sites, over `sites`. */
  isListed: Fragment
  /** The number of pending updates of a site, over `counts`. Exact without a search. */
  pending: Fragment
  /** Selects the updates, over `offered`. */
  isSelected: Fragment
}

/** `slugs`: the items that the search finds, when the updates are read by item. */
function partsOf(filter: UpdateListFilter, slugs: readonly string[] | null = null): UpdateListParts {
  const { types, siteIds, excludedSiteIds = [], search = '', limits } = filter
  const ofSites: Fragment[] = [siteIsVisible('sites', limits)]
  if (siteIds) ofSites.push(sql`sites.id = any (${siteIds}::bigint[])`)
  if (excludedSiteIds.length > 0) ofSites.push(sql`sites.id <> all (${excludedSiteIds}::bigint[])`)
  const ofUpdates: Fragment[] = [
    sql`not offered.ignored`,
    sql`offered.type in (${sql.join(types.map((type) => sql.lit(type)))})`,
  ]
  if (search !== '') {
    const pattern = containing(search.toLowerCase())
    ofUpdates.push(sql`(lower(offered.name) like ${pattern} or lower(offered.slug) like ${pattern})`)
  }
  if (slugs) ofUpdates.push(sql`offered.slug = any (${slugs}::text[])`)
  return {
    isListed: allOf(ofSites),
    pending: sql.join(
      types.map((type) => countOfType[type]),
      sql` + `,
    ),
    isSelected: allOf(ofUpdates),
  }
}

const maxSlugs = 2_000

/**
 * The filter with the matches of its search. A million updates belong to a few thousand items: only those are searched,
 * and their pending updates are counted already.
 */
export async function withSearchMatches(db: Database, filter: UpdateListFilter): Promise<UpdateListQuery> {
  if (!filter.search) return filter
  const pattern = containing(filter.search.toLowerCase())
  // The second condition uses an index and may match across name and slug; the third removes those matches.
  const isFound = sql`type = any (${filter.types}::text[]) and lower(name) || E'\\n' || lower(slug) like ${pattern}
    and (lower(name) like ${pattern} or lower(slug) like ${pattern})`
  const query = sql<{
    type: UpdateType
    updates: number
    slugs: string[] | null
  }>`select type, sum(sites)::bigint as updates,
        case when sum(count(*)) over () <= ${sql.lit(maxSlugs)} then array_agg(slug) end as slugs
      from (${itemCounts(sql`type, slug`, isFound)}) as item group by type`
  const [rows, { sites }] = await Promise.all([queryRows(db, query), fleetCounts(db)])
  const of = (type: UpdateType) => rows.find((row) => row.type === type)?.updates ?? 0
  const summary = summaryOf({
    core: of('core'),
    plugins: of('plugin'),
    themes: of('theme'),
    translations: of('translation'),
  })
  const slugs = rows.some((row) => row.slugs === null) ? null : [...new Set(rows.flatMap((row) => row.slugs ?? []))]
  return { ...filter, matches: { summary, sites, slugs } }
}

/**
 * A page of search results can be read in two ways: read all updates of the matching items and sort them, or read site by
 * site in the order of the addresses until the page is full. The second is better with many matches and a low page number.
 * The choice is made here, by the counts of the fleet, because the planner does not know how many rows a text matches.
 */

// Reading one update costs about a fifth of reading one site.
const costOfUpdate = 0.2

/** The items whose updates are read first; null: read site by site. */
function slugsToReadFirst({ siteIds, matches }: UpdateListQuery, page: Page): string[] | null {
  if (!matches || siteIds) return null
  const updates = matches.summary.total
  // Matches are assumed to be spread over the sites, so that a page with fewer of them needs more sites.
  const sitesToRead = Math.min(matches.sites, (matches.sites * page.page * page.perPage) / Math.max(1, updates))
  return updates * costOfUpdate <= sitesToRead ? matches.slugs : null
}

/** All selected updates, to be materialized, so that they are read once and not per site. */
const allUpdates = (isSelected: Fragment): Fragment => sql`select * from site_updates as offered where ${isSelected}`

/** The selected updates of the current row of `sites`. A following offset or limit keeps the planner from joining all sites. */
const updatesOfSite = (isSelected: Fragment): Fragment =>
  sql`select * from site_updates as offered where offered.site_id = sites.id and ${isSelected}`

type UpdateRow = Omit<UpdateEntry, 'step' | 'first_seen_at'> & {
  first_seen_at: Date
  site_id: number
  site_url: string
  site_name: string
}

const updateColumns = sql`offered.type, offered.slug, offered.name, offered.current_version, offered.new_version,
  offered.active, offered.premium, offered.has_package, offered.translates, offered.language, offered.first_seen_at`
const updateOrder = sql`offered.type, offered.slug, offered.translates, offered.language`

/** A page of updates, by the address of the site. */
export async function listUpdateRows(db: Database, filter: UpdateListQuery, page: Page): Promise<UpdateRow[]> {
  if (filter.search) return listFoundRows(db, filter, page)
  const { isListed, pending, isSelected } = partsOf(filter)
  const [limit, offset] = [sql`${page.perPage}::bigint`, sql`${(page.page - 1) * page.perPage}::bigint`]
  return queryRows(
    db,
    // The counts of the sites show which sites the page covers. They are added up in the order of the addresses, and
    // reading stops at `limit` sites: each has at least one update.
    sql<UpdateRow>`with page_sites as materialized (
        select * from (
          select sites.id, sites.url, sites.name, ${pending} as pending,
            sum(${pending}) over (order by sites.url, sites.id rows unbounded preceding) as upto
          from sites ${joinSiteCounts} where ${isListed} and ${pending} > 0
        ) as counted where upto > ${offset} order by url, id limit ${limit}
      )
      select page_sites.id as site_id, page_sites.url as site_url, page_sites.name as site_name, ${updateColumns}
      from page_sites join site_updates as offered on offered.site_id = page_sites.id
      where ${isSelected} and page_sites.upto - page_sites.pending < ${offset} + ${limit}
      order by page_sites.url, page_sites.id, ${updateOrder}
      limit ${limit} offset ${offset} - coalesce((select min(upto - pending) from page_sites), 0)`,
  )
}

const limitAndOffset = ({ page, perPage }: Page): Fragment => sql`limit ${perPage} offset ${(page - 1) * perPage}`

async function listFoundRows(db: Database, filter: UpdateListQuery, page: Page): Promise<UpdateRow[]> {
  const slugs = slugsToReadFirst(filter, page)
  const { isListed, isSelected } = partsOf(filter, slugs)
  const first = slugs ? sql`with offered as materialized (${allUpdates(isSelected)})` : sql``
  const updates = slugs
    ? sql`join offered on offered.site_id = sites.id`
    : sql`cross join lateral (${updatesOfSite(isSelected)} offset 0) as offered`
  return queryRows(
    db,
    sql<UpdateRow>`${first} select sites.id as site_id, sites.url as site_url, sites.name as site_name, ${updateColumns}
      from sites ${updates} where ${isListed} order by sites.url, sites.id, ${updateOrder} ${limitAndOffset(page)}`,
  )
}

/** With the fields that the established product also returns. */
type DetailedUpdateRow = UpdateRow & {
  url: string
  tested_with: string | null
  requires_wordpress: string | null
  requires_php: string | null
  fits_wordpress: boolean | null
  fits_php: boolean | null
}

/** A page of sites with pending updates, by address, each with all its updates. */
export async function listUpdateRowsBySite(
  db: Database,
  filter: UpdateListQuery,
  page: Page,
): Promise<DetailedUpdateRow[]> {
  const slugs = slugsToReadFirst(filter, page)
  const { isListed, pending, isSelected } = partsOf(filter, slugs)
  const sites = !filter.search
    ? sql`sites ${joinSiteCounts} where ${isListed} and ${pending} > 0`
    : slugs
      ? sql`sites where ${isListed} and sites.id in (select site_id from found)`
      : sql`sites cross join lateral (${updatesOfSite(isSelected)} limit 1) as found where ${isListed}`
  const first = slugs ? sql`found as materialized (${allUpdates(isSelected)}),` : sql``
  return queryRows(
    db,
    sql<DetailedUpdateRow>`with ${first} page_sites as materialized (
        select sites.id, sites.url, sites.name from ${sites} order by sites.url, sites.id ${limitAndOffset(page)}
      )
      select page_sites.id as site_id, page_sites.url as site_url, page_sites.name as site_name, ${updateColumns},
        offered.url, offered.tested_with, offered.requires_wordpress, offered.requires_php, offered.fits_wordpress,
        offered.fits_php
      from page_sites join site_updates as offered on offered.site_id = page_sites.id where ${isSelected}
      order by page_sites.url, page_sites.id, ${updateOrder}`,
  )
}

type Counts = Omit<Summary, 'total'>

/** The number of updates that match the filter, by type. */
export async function countUpdates(db: Database, filter: UpdateListQuery): Promise<Summary> {
  const { search, types, matches } = filter
  if (isWholeFleet(filter)) return matches ? matches.summary : ofTypes(types, await fleetCounts(db))
  const { isListed, pending, isSelected } = partsOf(filter)
  const ofType = (type: UpdateType) => sql`count(*) filter (where offered.type = ${sql.lit(type)})`
  const query = search
    ? sql<Counts>`select ${ofType('core')} as core, ${ofType('plugin')} as plugins, ${ofType('theme')} as themes,
          ${ofType('translation')} as translations
        from sites cross join lateral (${updatesOfSite(isSelected)} offset 0) as offered where ${isListed}`
    : sql<Counts>`select ${sums} from sites ${joinSiteCounts} where ${isListed} and ${pending} > 0`
  return ofTypes(types, oneRow(await queryRows(db, query)))
}

const sums = sql.join(
  ['core', 'plugins', 'themes', 'translations'].map((name) => {
    const column = sql.ref(name)
    return sql`coalesce(sum(${column}), 0)::bigint as ${column}`
  }),
)

const fleetCounts = async (db: Database) =>
  oneRow(
    await queryRows(
      db,
      sql<Counts & { sites: number }>`select coalesce(sum(sites), 0)::bigint as sites, ${sums}
        from (${groupCounts('client')}) as counts`,
    ),
  )

const ofTypes = (types: readonly UpdateType[], counts: Counts): Summary => {
  const of = (type: UpdateType, count: number) => (types.includes(type) ? count : 0)
  return summaryOf({
    core: of('core', counts.core),
    plugins: of('plugin', counts.plugins),
    themes: of('theme', counts.themes),
    translations: of('translation', counts.translations),
  })
}

const everyType = 4

/** The number of sites with updates that match the filter. */
export async function countSitesWithUpdates(db: Database, filter: UpdateListQuery): Promise<number> {
  const { search, types, matches } = filter
  const wholeFleet = isWholeFleet(filter)
  if (wholeFleet && !search && types.length === everyType) return (await fleetCounts(db)).sites
  const { isListed, pending, isSelected } = partsOf(filter, wholeFleet ? matches?.slugs : null)
  const selected = search
    ? wholeFleet
      ? sql`count(distinct offered.site_id) as sites from site_updates as offered where ${isSelected}`
      : sql`count(*) as sites from sites cross join lateral (${updatesOfSite(isSelected)} limit 1) as found
          where ${isListed}`
    : wholeFleet
      ? sql`count(*) as sites from site_update_counts as counts where ${pending} > 0`
      : sql`count(*) as sites from sites ${joinSiteCounts} where ${isListed} and ${pending} > 0`
  return oneRow(await queryRows(db, sql<{ sites: number }>`select ${selected}`)).sites
}
