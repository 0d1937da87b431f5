import { sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { siteIsVisible } from '../../../operation/visible-sites-store.ts'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import { allOf, type Fragment } from '../../../platform/database/fragments.ts'
import { fetchPage, fetchRows, fetchTotal, type Listing, type Page } from '../../../platform/database/listing.ts'
import type { ConditionRules } from '../condition/condition.ts'
import { conditionColumn, isCheckStale, sitesInState } from '../condition/condition-store.ts'
import { type NamedSite, namedSiteColumns } from '../site-store.ts'
import { countAllSites } from './site-list-store.ts'
import { patternOf, searchTableAlone, siteMatches } from './site-search-store.ts'
import { type SitesTableFilter, type SitesTableRow, sitesTableColumns, type sitesTableOrders } from './sites-table.ts'
import { coreUpdateOf, hasPendingUpdates, isPendingCount, updateCountsOf } from './update-count-store.ts'

const openFindings = sql`vulnerability_findings where fixed_at is null and acceptance_id is null`
const withIssues = sql`select site_id from site_security where issues <> '{}'`

/** Sites that have a plugin or theme, in any version or one. */
export interface SoftwareCondition {
  type: 'plugin' | 'theme'
  slug: string
  version?: string | undefined
  active?: boolean | undefined
}

const hasSoftware = ({ type, slug, version, active }: SoftwareCondition) => sql`sites.id in (
  select site_id from site_software where kind = ${type} and slug = ${slug}
    and ${version === undefined ? sql`true` : sql`version = ${version}`}
    and ${active === undefined ? sql`true` : sql`active = ${active}`})`

interface TableFilter extends SitesTableFilter {
  software?: SoftwareCondition | undefined
}

function conditionsOf(filter: TableFilter, limits: Limits | null, rules: ConditionRules): Fragment[] {
  const conditions: Fragment[] = []
  const add = (condition: Fragment) => conditions.push(condition)
  const { status, search, client_id, tag_ids, has_updates, sync_failed, include, exclude } = filter
  if (status !== 'any') add(sql`sites.status = ${status}`)
  if (search !== '') add(siteMatches('sites', search))
  if (client_id !== undefined) add(sql`sites.client_id = ${client_id}`)
  if (filter.without_client) add(sql`sites.client_id is null`)
  if (tag_ids.length > 0)
    add(sql`sites.id in (select site_id from site_tags where tag_id = any (${tag_ids}::bigint[]))`)
  if (has_updates !== undefined) add(hasPendingUpdates(has_updates))
  if (sync_failed !== undefined) add(sql.raw(`sites.sync_error_code is ${sync_failed ? 'not null' : 'null'}`))
  for (const column of ['wp_version', 'php_version'] as const) {
    const version = filter[column]
    const stored = sql.ref(`sites.${column}`)
    // Both conditions: version_key uses the index, the version distinguishes 6.9 from 6.09.
    if (version !== undefined) add(sql`version_key(${stored}) = version_key(${version}) and ${stored} = ${version}`)
  }
  if (filter.security_issue === 'any') add(sql`sites.id in (${withIssues})`)
  else if (filter.security_issue !== undefined) {
    add(sql`sites.id in (${withIssues} and issues @> array[${filter.security_issue}])`)
  }
  if (filter.vulnerable !== undefined)
    add(sql`sites.id ${filter.vulnerable ? sql`in` : sql`not in`} (select site_id from ${openFindings})`)
  if (filter.condition !== undefined) add(sql`sites.id in (${sitesInState(filter.condition, rules)})`)
  if (filter.software) add(hasSoftware(filter.software))
  if (include.length > 0) add(sql`sites.id = any (${include}::bigint[])`)
  if (exclude.length > 0) add(sql`sites.id <> all (${exclude}::bigint[])`)
  if (limits) add(siteIsVisible('sites', limits))
  return conditions
}

/** All sites that match the filter. */
export async function listFilteredSites(
  db: Database,
  filter: TableFilter,
  limits: Limits | null,
  rules: ConditionRules,
): Promise<NamedSite[]> {
  return queryRows(
    db,
    sql<NamedSite>`select ${namedSiteColumns} from sites
      where ${allOf(conditionsOf(filter, limits, rules))} order by url, id`,
  )
}

export interface SitesTablePage extends Page {
  orderBy: (typeof sitesTableOrders)[number]
  order: 'asc' | 'desc'
  rules: ConditionRules
}

/** Where the order of a page is read; each order is an index. */
interface OrderSource {
  from: Fragment
  /** The id of the site. */
  id: string
  /** In the direction of the caller; unknown values are first when it is ascending. */
  order: readonly string[]
  /** Always ascending. */
  ties?: readonly string[]
}

const columnOrders = {
  url: ['sites.url'],
  name: ['natural_key(sites.name)'],
  id: [],
  status: ['sites.status', 'sites.url'],
  health: ['coalesce(sites.health_score, -1)'],
  wp_version: ['version_key(sites.wp_version)'],
  php_version: ['version_key(sites.php_version)'],
  last_sync: ["coalesce(sites.last_sync, '-infinity'::timestamptz)"],
  created_at: ['sites.created_at'],
} as const

/** Narrow tables with an order, one row per site. Without conditions a page is found in them alone. */
const narrowTables: Partial<Record<SitesTablePage['orderBy'], OrderSource>> = {
  url: { from: sql`site_search`, id: 'site_id', order: ['url', 'site_id'] },
  name: { from: sql`site_search`, id: 'site_id', order: ['natural_key(name)', 'site_id'] },
  updates: { from: sql`site_update_counts`, id: 'site_id', order: ['total', 'site_id'] },
  uptime: { from: sql`monitors`, id: 'site_id', order: ['uptime_30d', 'site_id'] },
}

/** `sites`: a table called sites; null when there are no conditions. */
function orderSourceOf(orderBy: SitesTablePage['orderBy'], sites: Fragment | null): OrderSource {
  const narrow = narrowTables[orderBy]
  if (!sites && narrow) return narrow
  const from = sites ?? sql`sites`
  if (orderBy === 'client') {
    return {
      from: sql`clients join ${from} on sites.client_id = clients.id`,
      id: 'sites.id',
      order: ['lower(clients.name)', 'clients.id'],
      ties: ['sites.url', 'sites.id'],
    }
  }
  if (orderBy === 'uptime') {
    const order = ['monitors.uptime_30d', 'monitors.site_id']
    return { from: sql`monitors join ${from} on sites.id = monitors.site_id`, id: 'sites.id', order }
  }
  if (orderBy === 'updates') {
    const order = ['counts.total', 'counts.site_id']
    return { from: sql`site_update_counts as counts join ${from} on sites.id = counts.site_id`, id: 'sites.id', order }
  }
  return { from, id: 'sites.id', order: [...columnOrders[orderBy], 'sites.id'] }
}

/** Both directions of the order. */
function directionsOf({ order, ties = [] }: OrderSource, direction: 'asc' | 'desc') {
  const other = direction === 'asc' ? 'desc' : 'asc'
  const sorted = (main: string, tie: string) =>
    sql.raw([...order.map((column) => `${column} ${main}`), ...ties.map((column) => `${column} ${tie}`)].join(', '))
  return { orderBy: sorted(direction, 'asc'), reversed: sorted(other, 'desc') }
}

// Until the first computation: a site without outages is at 100 %. What was seen at a former address does not count.
const uptime = sql`case
  when coalesce(counted_at < (select address_changed_at from sites where sites.id = page.id), false) then null
  when uptime_30d >= 0 then uptime_30d
  when known_since is not null and not exists (select from monitor_incidents where site_id = page.id) then 100 end`

const perRow = (rules: ConditionRules) => sql`${conditionColumn('page.id', rules)},
  (select name from clients where id = page.client_id) as client_name,
  coalesce((select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by tags.name_key)
    from site_tags join tags on tags.id = site_tags.tag_id where site_tags.site_id = page.id), '[]') as tags,
  (select json_build_object('status', status, 'active', active, 'uptime', ${uptime}, 'checked_at', checked_at,
      'is_stale', ${isCheckStale('monitors', rules)})
    from monitors where site_id = page.id) as monitor,
  (select count(*) from ${openFindings} and site_id = page.id) as vulnerabilities,
  ${updateCountsOf('page.id')}, ${coreUpdateOf('page.id')}`

// Syncs change these columns without changing the version of the sites.
const dependsOnSync = ({
  has_updates,
  sync_failed,
  wp_version,
  php_version,
  security_issue,
  vulnerable,
  condition,
}: SitesTableFilter) =>
  [has_updates, sync_failed, wp_version, php_version, security_issue, vulnerable, condition].some(
    (value) => value !== undefined,
  )

type Sorting = Pick<SitesTablePage, 'orderBy' | 'order' | 'rules'>

/**
 * Up to this many hits are found first and then sorted; of more, a page is found quickly in the order of an index. The
 * planner does not know the number: it would walk the whole index to find a few sites at its end.
 */
const fewSites = 2_000

function listingOf(
  filter: SitesTableFilter,
  { orderBy, order, rules }: Sorting,
  { conditions, areFew = false }: { conditions: readonly Fragment[]; areFew?: boolean },
): Listing {
  const found = areFew ? sql`(select * from sites where ${allOf(conditions)} offset 0) as sites` : sql`sites`
  const source = orderSourceOf(orderBy, conditions.length > 0 ? found : null)
  const directions = directionsOf(source, order)
  return {
    columns: sql.raw(sitesTableColumns.map((column) => `sites.${column}`).join(', ')),
    from: sql`sites`,
    orderBy: directions.orderBy,
    foundIn: { from: source.from, id: sql.raw(source.id), ...directions },
    perRow: perRow(rules),
    versions: dependsOnSync(filter) ? [] : ['sites'],
    countedFrom: sql`sites`,
  }
}

export async function listSitesTableRows(
  db: Database,
  filter: SitesTableFilter,
  limits: Limits | null,
  page: SitesTablePage,
): Promise<{ rows: SitesTableRow[]; total: number }> {
  if (page.orderBy === 'client') return fetchByClient(db, filter, limits, page)
  return fetchSorted(db, filter, conditionsOf(filter, limits, page.rules), page)
}

async function fetchSorted(
  db: Database,
  filter: SitesTableFilter,
  conditions: readonly Fragment[],
  page: SitesTablePage,
) {
  const many = listingOf(filter, page, { conditions })
  if (conditions.length === 0) return fetchPage<SitesTableRow>(db, many, conditions, page)
  const searchTable =
    filter.search !== '' && conditions.length === 1 ? searchTableAlone(patternOf(filter.search), page) : null
  if (searchTable) {
    const { conditions, foundIn } = searchTable
    const listing = { ...many, filterFirst: true, size: countAllSites, foundIn, countedFrom: foundIn.from }
    return fetchPage<SitesTableRow>(db, listing, conditions, page)
  }
  const total = await countFiltered(db, filter, many, conditions)
  if (total === 0) return { rows: [], total }
  const listing = total <= fewSites ? listingOf(filter, page, { conditions, areFew: true }) : many
  return { rows: await fetchRows<SitesTableRow>(db, listing, conditions, page, total), total }
}

/** Every site has a row of counts, so that a filter by updates alone needs no join. */
function countFiltered(
  db: Database,
  { has_updates }: SitesTableFilter,
  many: Listing,
  conditions: readonly Fragment[],
) {
  if (has_updates === undefined || conditions.length > 1) return fetchTotal(db, many, conditions)
  return fetchTotal(db, { ...many, countedFrom: sql`site_update_counts` }, [isPendingCount(has_updates)])
}

/** The sites of clients in the order of clients, then sites without a client: one list, each part read from its index. */
async function fetchByClient(
  db: Database,
  filter: SitesTableFilter,
  limits: Limits | null,
  page: SitesTablePage,
): Promise<{ rows: SitesTableRow[]; total: number }> {
  const part = (having: boolean) => [
    ...conditionsOf(filter, limits, page.rules),
    having ? sql`sites.client_id is not null` : sql`sites.client_id is null`,
  ]
  const having = await fetchSorted(db, filter, part(true), page)
  const missing = page.perPage - having.rows.length
  const skip = Math.max(0, (page.page - 1) * page.perPage - having.total)
  const sorting = { orderBy: 'url', order: 'asc', rules: page.rules } as const
  const rest = await fetchSorted(db, filter, part(false), { page: 1, perPage: missing, skip, ...sorting })
  return { rows: [...having.rows, ...rest.rows], total: having.total + rest.total }
}

/** Newest first. */
export function countVersions(db: Database, column: 'wp_version' | 'php_version', limits: Limits | null) {
  const version = sql.ref(column)
  return queryRows(
    db,
    sql<{ version: string; sites: number }>`select ${version} as version, count(*) as sites from sites
      where ${version} <> '' and ${siteIsVisible('sites', limits)}
      group by ${version} order by version_key(${version}) desc, ${version} limit 200`,
  )
}
