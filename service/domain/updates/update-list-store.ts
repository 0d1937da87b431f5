import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { containing } from '../../platform/database/fragments.ts'
import type { Page } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { UpdateType } from './update.ts'
import { clientCountsSql, itemCountsSql } from './update-count-store.ts'
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
  /** Slugs of the items; null when there are too many to be useful. */
  slugs: string[] | null
}

/** A filter with a search needs its matches first (`withSearchMatches`). */
export type UpdateListQuery = UpdateListFilter & { matches?: SearchMatches | undefined }

const isWholeFleet = ({ siteIds, excludedSiteIds = [], limits }: UpdateListFilter): boolean =>
  !siteIds && excludedSiteIds.length === 0 && !limits

const countOfType = {
  core: 'counts.core',
  plugin: 'counts.plugins',
  theme: 'counts.themes',
  translation: 'counts.translations',
} satisfies Record<UpdateType, string>

/**
 * Joins the counts of each site, for `from sites …`. They are read along with the sites, only for as many as the page needs:
 * `offset 0` keeps the planner from joining all of them first.
 */
const joinSiteCounts =
  'cross join lateral (select * from site_update_counts where site_id = sites.id offset 0) as counts'

interface UpdateListSql {
  /** Selects the sites, over `sites`. */
  conditions: Conditions
  /** The number of pending updates of a site, over `counts`. Exact without a search. */
  pending: string
  /** Selects the updates, over `offered`. */
  selected: string
  letters: string
}

/** `slugs`: the items that the search finds, when the updates are read by item. */
function buildUpdateListSql(filter: UpdateListFilter, slugs: readonly string[] | null = null): UpdateListSql {
  const { types, siteIds, excludedSiteIds = [], search = '', limits } = filter
  const conditions = new Conditions()
  if (siteIds) conditions.add('i', (at) => `sites.id = any ($${at}::bigint[])`, siteIds)
  if (excludedSiteIds.length > 0) conditions.add('x', (at) => `sites.id <> all ($${at}::bigint[])`, excludedSiteIds)
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  // Types are our own constants, never input.
  let selected = `not offered.ignored and offered.type in (${types.map((type) => `'${type}'`).join(', ')})`
  // These conditions are about updates; they are added here only for their parameter numbers.
  if (search !== '') {
    conditions.add('q', (at) => `$${at}::text is not null`, containing(search.toLowerCase()))
    const at = conditions.values.length
    selected += ` and (lower(offered.name) like $${at} or lower(offered.slug) like $${at})`
  }
  if (slugs) {
    conditions.add('k', (at) => `$${at}::text[] is not null`, slugs)
    selected += ` and offered.slug = any ($${conditions.values.length}::text[])`
  }
  return {
    conditions,
    pending: types.map((type) => countOfType[type]).join(' + '),
    selected,
    letters: `${types.map((type) => type.slice(0, 2)).join('')}-${conditions.letters}`,
  }
}

const mostSlugs = 2_000

// The first condition uses an index and may match across name and slug; the second removes those matches.
const matchesSearch = `type = any ($1::text[]) and lower(name) || E'\\n' || lower(slug) like $2
  and (lower(name) like $2 or lower(slug) like $2)`

const matchingItems = statement<{ type: UpdateType; updates: number; slugs: string[] | null }>(
  'updates-matching',
  `select type, sum(sites)::bigint as updates, case when sum(count(*)) over () <= ${mostSlugs} then array_agg(slug) end as slugs
   from (${itemCountsSql('type, slug', matchesSearch)}) as item group by type`,
)

/**
 * The filter with the matches of its search. A million updates belong to a few thousand items: only those are searched,
 * and their pending updates are counted already.
 */
export async function withSearchMatches(db: Database, filter: UpdateListFilter): Promise<UpdateListQuery> {
  if (!filter.search) return filter
  const rows = await db.fetch(matchingItems, [filter.types, containing(filter.search.toLowerCase())])
  const of = (type: UpdateType) => rows.find((row) => row.type === type)?.updates ?? 0
  const summary = summaryOf({
    core: of('core'),
    plugins: of('plugin'),
    themes: of('theme'),
    translations: of('translation'),
  })
  const slugs = rows.some((row) => row.slugs === null) ? null : [...new Set(rows.flatMap((row) => row.slugs!))]
  return { ...filter, matches: { summary, slugs } }
}

/**
 * A page of search results can be read in two ways: read all updates of the matching items and sort them, or read site by
 * site in the order of the addresses until the page is full. The second is better with many matches and a low page number.
 * The choice is made here because the planner does not know how many rows a text matches.
 */

// Reading one update costs about a fifth of reading one site. 100,000 sites are assumed; with fewer, both ways are fast.
const worthReading = ({ page, perPage }: Page) => Math.sqrt((100_000 / 0.2) * page * perPage)

/** The items whose updates are read first; null: read site by site. */
function slugsToReadFirst({ siteIds, matches }: UpdateListQuery, page: Page): string[] | null {
  if (!matches || siteIds) return null
  return matches.summary.total <= worthReading(page) ? matches.slugs : null
}

/** All selected updates, to be materialized, so that they are read once and not per site. */
const allUpdatesSql = (selected: string) => `select * from site_updates as offered where ${selected}`

/** The selected updates of the current row of `sites`. A following offset or limit keeps the planner from joining all sites. */
const siteUpdatesSql = (selected: string) =>
  `select * from site_updates as offered where offered.site_id = sites.id and ${selected}`

type UpdateRow = Omit<UpdateEntry, 'step' | 'first_seen_at'> & {
  first_seen_at: Date
  site_id: number
  site_url: string
  site_name: string
}

const updateColumns = `offered.type, offered.slug, offered.name, offered.current_version, offered.new_version,
  offered.active, offered.premium, offered.has_package, offered.translates, offered.language, offered.first_seen_at`
const updateOrder = 'offered.type, offered.slug, offered.translates, offered.language'

/** A page of updates, by the address of the site. */
export async function listUpdateRows(db: Database, filter: UpdateListQuery, page: Page): Promise<UpdateRow[]> {
  if (filter.search) return listFoundRows(db, filter, page)
  const { conditions, pending, selected, letters } = buildUpdateListSql(filter)
  const { sql, values } = conditions
  const [limit, offset] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`]
  // The counts of the sites show which sites the page covers. They are added up in the order of the addresses, and reading
  // stops at `limit` sites: each has at least one update.
  const text = `with page_sites as materialized (
      select * from (
        select sites.id, sites.url, sites.name, ${pending} as pending,
          sum(${pending}) over (order by sites.url, sites.id rows unbounded preceding) as upto
        from sites ${joinSiteCounts} where ${sql} and ${pending} > 0
      ) as counted where upto > ${offset} order by url, id limit ${limit}
    )
    select page_sites.id as site_id, page_sites.url as site_url, page_sites.name as site_name, ${updateColumns}
    from page_sites join site_updates as offered on offered.site_id = page_sites.id
    where ${selected} and page_sites.upto - page_sites.pending < ${offset} + ${limit}
    order by page_sites.url, page_sites.id, ${updateOrder}
    limit ${limit} offset ${offset} - coalesce((select min(upto - pending) from page_sites), 0)`
  return db.fetch(statement<UpdateRow>(`updates-page-${letters}`, text), [...values, ...limitAndOffset(page)])
}

const limitAndOffset = ({ page, perPage }: Page): [number, number] => [perPage, (page - 1) * perPage]

async function listFoundRows(db: Database, filter: UpdateListQuery, page: Page): Promise<UpdateRow[]> {
  const slugs = slugsToReadFirst(filter, page)
  const { conditions, selected, letters } = buildUpdateListSql(filter, slugs)
  const { sql, values } = conditions
  const text = `${slugs ? `with offered as materialized (${allUpdatesSql(selected)})` : ''}
    select sites.id as site_id, sites.url as site_url, sites.name as site_name, ${updateColumns}
    from sites ${slugs ? 'join offered on offered.site_id = sites.id' : `cross join lateral (${siteUpdatesSql(selected)} offset 0) as offered`}
    where ${sql} order by sites.url, sites.id, ${updateOrder} limit $${values.length + 1} offset $${values.length + 2}`
  return db.fetch(statement<UpdateRow>(`updates-found-${letters}`, text), [...values, ...limitAndOffset(page)])
}

/** With the fields that the established product also returns. */
type DetailedUpdateRow = UpdateRow & {
  url: string
  tested_with: string | null
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
  const { conditions, pending, selected, letters } = buildUpdateListSql(filter, slugs)
  const { sql, values } = conditions
  const sites = !filter.search
    ? `sites ${joinSiteCounts} where ${sql} and ${pending} > 0`
    : slugs
      ? `sites where ${sql} and sites.id in (select site_id from found)`
      : `sites cross join lateral (${siteUpdatesSql(selected)} limit 1) as found where ${sql}`
  return db.fetch(
    statement<DetailedUpdateRow>(
      `updates-by-site-${letters}`,
      `with ${slugs ? `found as materialized (${allUpdatesSql(selected)}), ` : ''}page_sites as materialized (
         select sites.id, sites.url, sites.name from ${sites}
         order by sites.url, sites.id limit $${values.length + 1} offset $${values.length + 2}
       )
       select page_sites.id as site_id, page_sites.url as site_url, page_sites.name as site_name, ${updateColumns}, offered.url,
         offered.tested_with, offered.requires_php, offered.fits_wordpress, offered.fits_php
       from page_sites join site_updates as offered on offered.site_id = page_sites.id where ${selected}
       order by page_sites.url, page_sites.id, ${updateOrder}`,
    ),
    [...values, page.perPage, (page.page - 1) * page.perPage],
  )
}

type Counts = Omit<Summary, 'total'>

/** The number of updates that match the filter, by type. */
export async function countUpdates(db: Database, filter: UpdateListQuery): Promise<Summary> {
  const { search, types, matches } = filter
  if (isWholeFleet(filter)) return matches ? matches.summary : ofTypes(types, await fleetCounts(db))
  const { conditions, pending, selected, letters } = buildUpdateListSql(filter)
  const { sql, values } = conditions
  const ofType = (type: UpdateType) => `count(*) filter (where offered.type = '${type}')`
  const text = search
    ? `select ${ofType('core')} as core, ${ofType('plugin')} as plugins, ${ofType('theme')} as themes,
         ${ofType('translation')} as translations
       from sites cross join lateral (${siteUpdatesSql(selected)} offset 0) as offered where ${sql}`
    : `select ${sums} from sites ${joinSiteCounts} where ${sql} and ${pending} > 0`
  const [found] = await db.fetch(statement<Counts>(`updates-count-${letters}`, text), values)
  return ofTypes(types, found!)
}

const sums = ['core', 'plugins', 'themes', 'translations']
  .map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`)
  .join(', ')

const countFleet = statement<Counts & { sites: number }>(
  'updates-count-fleet',
  `select coalesce(sum(sites), 0)::bigint as sites, ${sums} from (${clientCountsSql}) as counts`,
)
const fleetCounts = async (db: Database) => (await db.fetch(countFleet))[0]!

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
  const { conditions, pending, selected, letters } = buildUpdateListSql(filter, wholeFleet ? matches?.slugs : null)
  const { sql, values } = conditions
  const text = search
    ? wholeFleet
      ? `select count(distinct offered.site_id) as sites from site_updates as offered where ${sql} and ${selected}`
      : `select count(*) as sites from sites cross join lateral (${siteUpdatesSql(selected)} limit 1) as found where ${sql}`
    : wholeFleet
      ? `select count(*) as sites from site_update_counts as counts where ${pending} > 0`
      : `select count(*) as sites from sites ${joinSiteCounts} where ${sql} and ${pending} > 0`
  const [found] = await db.fetch(statement<{ sites: number }>(`updates-sites-${letters}`, text), values)
  return found!.sites
}
