import type { Limits } from '../../operation/actor.ts'
import type { Conditions } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { fetchPage, fetchRows, fetchTotal, type Listing, type Page } from '../../platform/database/listing.ts'
import type { SiteTag } from './site-detail-store.ts'
import type { tableOrders } from './site-row.ts'
import { byWordsAlone } from './site-search-store.ts'
import type { SiteRow } from './site-store.ts'
import type { TableFilter } from './table-filter.ts'
import { tableConditions, updatesSql } from './table-filter-store.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

const columns = [
  ...([
    'id',
    'url',
    'name',
    'status',
    'suspended_by',
    'connection',
    'disconnected_code',
    'disconnected_reason',
  ] as const),
  ...(['icon_url', 'client_id', 'core_update', 'plugin_updates', 'theme_updates', 'translation_updates'] as const),
  ...(['health_score', 'wp_version', 'php_version', 'child_version', 'last_sync'] as const),
  ...(['sync_error_code', 'sync_error', 'created_at'] as const),
]

export type TableRow = Pick<SiteRow, (typeof columns)[number]> & {
  client_name: string | null
  tags: SiteTag[]
  /** Null only where a site is being added this very moment. */
  monitor: { status: 'first' | 'up' | 'pending' | 'down'; active: boolean | null; uptime: number | null } | null
}

export interface TablePage extends Page {
  orderBy: (typeof tableOrders)[number]
  order: 'asc' | 'desc'
}

/** Each is an index; what is not known comes before everything else. */
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

// Until the first reckoning of an hour, what was seen so far.
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

// A sync changes these, and the version of the sites does not follow syncs.
const isTold = ({ has_updates, sync_failed, wp_version, php_version, security_issue }: TableFilter) =>
  [has_updates, sync_failed, wp_version, php_version, security_issue].some((value) => value !== undefined)

type Sorting = Pick<TablePage, 'orderBy' | 'order'>

/**
 * Few sites are found first and sorted then; of many, the first in order are found soon. The planner cannot know which:
 * it would walk through the whole fleet in the wanted order to find the few that happen to stand at its end.
 */
const fewSites = 2_000

function listingOf(filter: TableFilter, { orderBy, order }: Sorting, few?: Conditions): Listing {
  const sites = few ? `(select * from sites where ${few.sql} offset 0) as sites` : 'sites'
  const listing = {
    name: `site-rows${few ? '-few' : ''}-${orderBy}-${order}`,
    columns: columns.map((column) => `sites.${column}`).join(', '),
    perRow,
    versions: isTold(filter) ? [] : ['sites'],
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

export async function fetchSiteRows(
  db: Database,
  filter: TableFilter,
  limits: Limits | null,
  page: TablePage,
): Promise<{ rows: TableRow[]; total: number }> {
  const conditions = tableConditions(filter, limits)
  if (page.orderBy === 'client') return fetchByClient(db, filter, limits, page)
  return fetchSorted(db, filter, conditions, page)
}

async function fetchSorted(db: Database, filter: TableFilter, conditions: Conditions, page: TablePage) {
  const many = listingOf(filter, page)
  if (conditions.letters === '') return fetchPage<TableRow>(db, many, conditions, page)
  const words = byWordsAlone(conditions, page)
  if (words)
    return fetchPage<TableRow>(db, { ...many, filterFirst: true, foundIn: words.foundIn }, words.conditions, page)
  const total = await fetchTotal(db, many, conditions)
  if (total === 0) return { rows: [], total }
  const listing = total <= fewSites ? listingOf(filter, page, conditions) : many
  return { rows: await fetchRows<TableRow>(db, listing, conditions, page), total }
}

/** First the sites of clients in the order of these, then those without: together one list, each part read from its index. */
async function fetchByClient(
  db: Database,
  filter: TableFilter,
  limits: Limits | null,
  page: TablePage,
): Promise<{ rows: TableRow[]; total: number }> {
  const part = (having: boolean): Conditions =>
    tableConditions(filter, limits).add(having ? 'k' : 'K', () => `sites.client_id is ${having ? 'not null' : 'null'}`)
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

/** Which versions there are, newest first. */
export const countVersions = (db: Database, column: 'wp_version' | 'php_version', limits: Limits | null) =>
  db.fetch(versionsOf(column, limits !== null), limits ? limitValues(limits) : [])
