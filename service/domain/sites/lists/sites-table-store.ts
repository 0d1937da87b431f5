import type { Limits } from '../../../operation/actor.ts'
import { Conditions } from '../../../platform/database/conditions.ts'
import { type Database, statement } from '../../../platform/database/database.ts'
import { fetchPage, fetchRows, fetchTotal, type Listing, type Page } from '../../../platform/database/listing.ts'
import type { NamedSite } from '../site-store.ts'
import { limitValues, visibleSitesSql } from '../visible-sites.ts'
import { searchedSitesSql, searchPattern, searchTableAlone } from './site-search-store.ts'
import { type SitesTableFilter, type SitesTableRow, sitesTableColumns, type sitesTableOrders } from './sites-table.ts'

/** The same expression as in the index. */
export const updatesSql =
  '(sites.plugin_updates + sites.theme_updates + sites.translation_updates + (sites.core_update is not null)::integer)'

const withIssues = "select site_id from site_security where issues <> '{}'"

export function sitesTableConditions(filter: SitesTableFilter, limits: Limits | null): Conditions {
  const conditions = new Conditions()
  const { status, search, client_id, tag_ids, has_updates, sync_failed, include, exclude } = filter
  if (status !== 'any') conditions.add('s', (at) => `sites.status = $${at}`, status)
  if (search !== '') conditions.add('q', (at) => searchedSitesSql('sites', at!), searchPattern(search))
  if (client_id !== undefined) conditions.add('c', (at) => `sites.client_id = $${at}`, client_id)
  if (filter.without_client) conditions.add('n', () => 'sites.client_id is null')
  if (tag_ids.length > 0) {
    const tagged = (at?: number) => `sites.id in (select site_id from site_tags where tag_id = any ($${at}::bigint[]))`
    conditions.add('t', tagged, tag_ids)
  }
  if (has_updates !== undefined)
    conditions.add(has_updates ? 'u' : 'U', () => `${updatesSql} ${has_updates ? '>' : '='} 0`)
  if (sync_failed !== undefined) {
    conditions.add(sync_failed ? 'f' : 'F', () => `sites.sync_error_code is ${sync_failed ? 'not null' : 'null'}`)
  }
  for (const column of ['wp_version', 'php_version'] as const) {
    // Both conditions: version_key uses the index, the version distinguishes 6.9 from 6.09.
    const same = (at?: number) => `version_key(sites.${column}) = version_key($${at}) and sites.${column} = $${at}`
    if (filter[column] !== undefined) conditions.add(column[0]!, same, filter[column])
  }
  if (filter.security_issue === 'any') conditions.add('g', () => `sites.id in (${withIssues})`)
  else if (filter.security_issue !== undefined) {
    conditions.add('G', (at) => `sites.id in (${withIssues} and issues @> array[$${at}])`, filter.security_issue)
  }
  if (include.length > 0) conditions.add('i', (at) => `sites.id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) conditions.add('x', (at) => `sites.id <> all ($${at}::bigint[])`, exclude)
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  return conditions
}

/** All sites that match the filter. */
export async function listFilteredSites(
  db: Database,
  filter: SitesTableFilter,
  limits: Limits | null,
): Promise<NamedSite[]> {
  const { letters, sql, values } = sitesTableConditions(filter, limits)
  const columns = 'id, url, name, identity, status, client_id, connection, suspended_by'
  return db.fetch(
    statement<NamedSite>(`sites-filtered-${letters}`, `select ${columns} from sites where ${sql} order by url, id`),
    values,
  )
}

export interface SitesTablePage extends Page {
  orderBy: (typeof sitesTableOrders)[number]
  order: 'asc' | 'desc'
}

/** Each is an index; unknown values sort first. */
const orders = {
  url: 'sites.url',
  name: 'lower(sites.name)',
  id: 'sites.id',
  status: 'sites.status',
  updates: updatesSql,
  health: 'coalesce(sites.health_score, -1)',
  wp_version: 'version_key(sites.wp_version)',
  php_version: 'version_key(sites.php_version)',
  last_sync: "coalesce(sites.last_sync, '-infinity'::timestamptz)",
  created_at: 'sites.created_at',
} as const

// Until the first hourly computation, the checks so far.
const uptime = `case when uptime_30d >= 0 then uptime_30d else (
  select floor(100000.0 * sum(up) / nullif(sum(up) + sum(down), 0)) / 1000 from (
    select up, down from monitor_hours where site_id = page.id union all
    select up, down from monitor_days where site_id = page.id) as seen) end`

const perRow = `
  (select name from clients where id = page.client_id) as client_name,
  coalesce((select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by tags.name_key)
    from site_tags join tags on tags.id = site_tags.tag_id where site_tags.site_id = page.id), '[]') as tags,
  (select json_build_object('status', status, 'active', active, 'uptime', ${uptime})
    from monitors where site_id = page.id) as monitor`

// Syncs change these columns without changing the version of the sites.
const dependsOnSync = ({ has_updates, sync_failed, wp_version, php_version, security_issue }: SitesTableFilter) =>
  [has_updates, sync_failed, wp_version, php_version, security_issue].some((value) => value !== undefined)

type Sorting = Pick<SitesTablePage, 'orderBy' | 'order'>

/**
 * Up to this many hits are found first and then sorted; of more, a page is found quickly in the order of an index. The
 * planner does not know the number: it would walk the whole index to find a few sites at its end.
 */
const fewSites = 2_000

function listingOf(filter: SitesTableFilter, { orderBy, order }: Sorting, few?: Conditions): Listing {
  const sites = few ? `(select * from sites where ${few.sql} offset 0) as sites` : 'sites'
  const listing = {
    name: `site-rows${few ? '-few' : ''}-${orderBy}-${order}`,
    columns: sitesTableColumns.map((column) => `sites.${column}`).join(', '),
    perRow,
    versions: dependsOnSync(filter) ? [] : ['sites'],
    counted: { name: 'site-rows', from: 'sites' },
  }
  if (orderBy === 'client') {
    const from = `clients join ${sites} on sites.client_id = clients.id`
    return { ...listing, from, orderBy: `lower(clients.name) ${order}, clients.id ${order}, sites.url, sites.id` }
  }
  if (orderBy === 'uptime') {
    const from = `monitors join ${sites} on sites.id = monitors.site_id`
    return { ...listing, from, orderBy: `monitors.uptime_30d ${order}, monitors.site_id ${order}` }
  }
  const ties = orderBy === 'status' ? `, sites.url ${order}` : ''
  return { ...listing, from: sites, orderBy: `${orders[orderBy]} ${order}${ties}, sites.id ${order}` }
}

export async function listSitesTableRows(
  db: Database,
  filter: SitesTableFilter,
  limits: Limits | null,
  page: SitesTablePage,
): Promise<{ rows: SitesTableRow[]; total: number }> {
  const conditions = sitesTableConditions(filter, limits)
  if (page.orderBy === 'client') return fetchByClient(db, filter, limits, page)
  return fetchSorted(db, filter, conditions, page)
}

async function fetchSorted(db: Database, filter: SitesTableFilter, conditions: Conditions, page: SitesTablePage) {
  const many = listingOf(filter, page)
  if (conditions.letters === '') return fetchPage<SitesTableRow>(db, many, conditions, page)
  const searchTable = searchTableAlone(conditions, page)
  if (searchTable)
    return fetchPage<SitesTableRow>(
      db,
      { ...many, filterFirst: true, foundIn: searchTable.foundIn },
      searchTable.conditions,
      page,
    )
  const total = await fetchTotal(db, many, conditions)
  if (total === 0) return { rows: [], total }
  const listing = total <= fewSites ? listingOf(filter, page, conditions) : many
  return { rows: await fetchRows<SitesTableRow>(db, listing, conditions, page), total }
}

/** The sites of clients in the order of clients, then sites without a client: one list, each part read from its index. */
async function fetchByClient(
  db: Database,
  filter: SitesTableFilter,
  limits: Limits | null,
  page: SitesTablePage,
): Promise<{ rows: SitesTableRow[]; total: number }> {
  const part = (having: boolean): Conditions =>
    sitesTableConditions(filter, limits).add(
      having ? 'k' : 'K',
      () => `sites.client_id is ${having ? 'not null' : 'null'}`,
    )
  const having = await fetchSorted(db, filter, part(true), page)
  const missing = page.perPage - having.rows.length
  const skip = Math.max(0, (page.page - 1) * page.perPage - having.total)
  const sorting = { orderBy: 'url', order: 'asc' } as const
  const rest = await fetchSorted(db, filter, part(false), { page: 1, perPage: missing, skip, ...sorting })
  return { rows: [...having.rows, ...rest.rows], total: having.total + rest.total }
}

const versionsOf = (column: 'wp_version' | 'php_version', limited: boolean) =>
  statement<{ version: string; sites: number }>(
    `site-versions-${column}${limited ? '-limited' : ''}`,
    `select ${column} as version, count(*) as sites from sites
     where ${column} <> '' ${limited ? `and ${visibleSitesSql('sites', 1, 2)}` : ''}
     group by ${column} order by version_key(${column}) desc, ${column} limit 200`,
  )

/** Newest first. */
export const countVersions = (db: Database, column: 'wp_version' | 'php_version', limits: Limits | null) =>
  db.fetch(versionsOf(column, limits !== null), limitValues(limits))
