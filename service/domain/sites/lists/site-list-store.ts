import type { Limits } from '../../../operation/actor.ts'
import { JsonRows } from '../../../operation/json-rows.ts'
import { Conditions } from '../../../platform/database/conditions.ts'
import { type Database, quickStatement, statement } from '../../../platform/database/database.ts'
import { fetchPage, fetchTotal, type Listing } from '../../../platform/database/listing.ts'
import type { siteStatuses } from '../site.ts'
import type { SiteRow } from '../site-store.ts'
import { limitValues, visibleSitesSql } from '../visible-sites.ts'
import { searchedSitesSql, searchPattern, searchTableAlone } from './site-search-store.ts'

type Status = (typeof siteStatuses)[number]

export interface SiteListFilter {
  status?: Status | 'available_update' | 'any' | undefined
  search?: string | undefined
  clientId?: number | undefined
  tagIds?: number[] | undefined
  include?: number[] | undefined
  exclude?: number[] | undefined
  limits: Limits | null
}

export const siteOrders = {
  url: 'url',
  name: 'lower(name)',
  id: 'id',
  last_sync: 'last_sync',
  status: 'status',
} as const
export interface SiteListPage {
  page: number
  perPage: number
  orderBy?: keyof typeof siteOrders
  order?: 'asc' | 'desc'
}

/** Conditions always have the same order, so that few prepared statements serve all lists. */
export function conditionsOf(filter: SiteListFilter): Conditions {
  const { status, search, clientId, tagIds = [], include = [], exclude = [], limits } = filter
  const conditions = new Conditions()
  if (status === 'available_update') {
    conditions.add('u', () => '(core_update is not null or plugin_updates + theme_updates + translation_updates > 0)')
  } else if (status && status !== 'any') conditions.add('s', (at) => `status = $${at}`, status)
  if (search) conditions.add('q', (at) => searchedSitesSql('sites', at!), searchPattern(search))
  if (clientId !== undefined) conditions.add('c', (at) => `client_id = $${at}`, clientId)
  if (tagIds.length > 0) {
    conditions.add('t', (at) => `id in (select site_id from site_tags where tag_id = any ($${at}::bigint[]))`, tagIds)
  }
  if (include.length > 0) conditions.add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) conditions.add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  return conditions
}

/** The columns of a list; `name` is part of the statement name. */
export interface ListColumns {
  name: string
  sql: string
  /** Only without dates: see Listing. */
  json?: boolean
  /** Columns with a subquery per row, over `page`. */
  perRow?: string
}

export type SiteOrder = Pick<SiteListPage, 'orderBy' | 'order'> & { page?: number }
export const orderSql = ({ orderBy = 'url', order = 'asc' }: SiteOrder) =>
  `${siteOrders[orderBy]} ${order}, id ${order}`

const listingOf = (
  { name, sql, json = false, perRow }: ListColumns,
  filter: SiteListFilter,
  order: SiteOrder,
): Listing => ({
  name: `sites-${name}-${order.orderBy ?? 'url'}-${order.order ?? 'asc'}`,
  columns: sql,
  from: 'sites',
  orderBy: orderSql(order),
  quick: isIndexed(filter, order),
  filterFirst: Boolean(filter.search),
  json,
  ...(perRow !== undefined && { perRow }),
  // Syncs change which sites have updates without changing the version.
  versions: filter.status === 'available_update' ? [] : ['sites'],
})

/** True for the usual lists, which read one index; others may sort or read many sites. */
const isIndexed = ({ status = 'any', clientId, ...others }: SiteListFilter, { orderBy = 'url', page = 1 }: SiteOrder) =>
  (status === 'any' || clientId === undefined) &&
  status !== 'available_update' &&
  orderBy === 'url' &&
  page <= 10 &&
  !others.search &&
  !others.limits &&
  [others.tagIds, others.include, others.exclude].every((ids) => !ids || ids.length === 0)

function queryOf(columns: ListColumns, filter: SiteListFilter, order: SiteOrder) {
  const conditions = conditionsOf(filter)
  const { orderBy = 'url', order: direction = 'asc' } = order
  const listing: Listing = listingOf(columns, filter, order)
  const searchTable = searchTableAlone(conditions, { orderBy, order: direction })
  return searchTable
    ? { listing: { ...listing, foundIn: searchTable.foundIn }, conditions: searchTable.conditions }
    : { listing, conditions }
}

export function listSiteRows<Row>(
  db: Database,
  columns: ListColumns,
  filter: SiteListFilter,
  page: SiteListPage,
): Promise<{ rows: Row[]; total: number }> {
  const { listing, conditions } = queryOf(columns, filter, page)
  return fetchPage(db, listing, conditions, page)
}

/** All sites without paging: for work on the whole fleet. */
export async function listAllSites<Row>(
  db: Database,
  columns: Omit<ListColumns, 'perRow'>,
  filter: SiteListFilter,
  order: SiteOrder = {},
): Promise<Row[]> {
  const { letters, sql, values } = conditionsOf(filter)
  const { name } = listingOf(columns, filter, order)
  return db.fetch(
    statement<Row>(
      `${name}-all-${letters}`,
      `select ${columns.sql} from sites where ${sql} order by ${orderSql(order)}`,
    ),
    values,
  )
}

export function countSiteRows(db: Database, filter: SiteListFilter): Promise<number> {
  const { listing, conditions } = queryOf({ name: 'count', sql: 'id' }, filter, {})
  return fetchTotal(db, listing, conditions)
}

const rowsPerPart = 5_000
const jsonColumns = ['id', 'url', 'name'] as const

// Takes half the time of row_to_json. None of the columns is ever null.
const rowSql = `format('{${jsonColumns.map((column) => `"${column}":%s`).join(',')}}', ${jsonColumns.map((column) => `to_json(${column})`).join(', ')})`

/** Id, address and name of all sites as JSON: few with one query, many in parts. */
export async function listAllSitesAsJson(
  db: Database,
  filter: SiteListFilter,
  order: SiteOrder,
): Promise<{ rows: JsonRows; total: number }> {
  const counted = await countSiteRows(db, filter)
  if (counted > rowsPerPart) return { rows: new JsonRows(() => readInParts(db, filter, order)), total: counted }
  const { letters, sql, values } = conditionsOf(filter)
  const [found] = await db.fetch(
    statement<{ rows: string | null; total: number }>(
      `sites-json-${nameOf(order)}-${letters}`,
      `select string_agg(${rowSql}, ',') as rows, count(*) as total
       from (select ${jsonColumns.join(', ')} from sites where ${sql} order by ${orderSql(order)}) as found`,
    ),
    values,
  )
  const { rows, total } = found!
  async function* parts() {
    if (rows !== null) yield rows
  }
  return { rows: new JsonRows(parts, { isLong: false }), total }
}

/**
 * Reads all ids at once and the rows in parts, so that each site that exists throughout is returned exactly once even if
 * it is renamed meanwhile. Nothing is read before the first part is requested: a refused caller costs nothing.
 */
async function* readInParts(db: Database, filter: SiteListFilter, order: SiteOrder): AsyncGenerator<string> {
  const { letters, sql, values } = conditionsOf(filter)
  const parts = await db.fetch(
    statement<{ ids: string }>(
      `sites-json-ids-${nameOf(order)}-${letters}`,
      `select '{' || string_agg(id::text, ',' order by position) || '}' as ids
       from (select id, row_number() over (order by ${orderSql(order)}) - 1 as position from sites where ${sql}) as numbered
       group by position / ${rowsPerPart} order by position / ${rowsPerPart}`,
    ),
    values,
  )
  const read = async ({ ids }: { ids: string }) => (await db.fetch(partStatement, [ids]))[0]!.rows
  // The next part is fetched while the caller reads one.
  let next = parts.length > 0 ? read(parts[0]!) : null
  for (let index = 1; next !== null; index++) {
    const rows = await next
    next = index < parts.length ? read(parts[index]!) : null
    // Awaited later, or never if the caller disconnects.
    next?.catch(() => {})
    // Null when all sites of the part were deleted.
    if (rows !== null) yield rows
  }
}

const partStatement = statement<{ rows: string | null }>(
  'sites-json-part',
  `select string_agg(${rowSql}, ',' order by position) as rows
     from unnest($1::bigint[]) with ordinality as part (site_id, position) join sites on id = site_id`,
)

const nameOf = ({ orderBy = 'url', order = 'asc' }: SiteOrder) => `${orderBy}-${order}`

export interface SiteTag {
  id: number
  name: string
  color: string | null
}

const detailColumnNames = [
  'id',
  'url',
  'name',
  'status',
  'client_id',
  'admin_username',
  'wp_version',
  'php_version',
  'child_version',
  'last_sync',
  'notes',
  'connection',
  'disconnected_code',
  'disconnected_reason',
  'suspended_by',
  'verify_tls',
  'sync_error_code',
  'sync_error',
  'checked_at',
  'reachable',
  'http_status',
  'response_time_ms',
  'facts',
  'icon_url',
  'created_at',
  'plugin_updates',
  'theme_updates',
  'core_update',
  'health_score',
] as const

/** The columns of the detail view, without secrets. */
export type SiteDetailRow = Pick<SiteRow, (typeof detailColumnNames)[number]> & { tags: SiteTag[] }

const tagsOf = (siteId: string) => `coalesce((
    select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by tags.name_key)
    from site_tags join tags on tags.id = site_tags.tag_id where site_tags.site_id = ${siteId}), '[]') as tags`

/** With the tags in the same statement: one query per page or site. */
export const detailColumns = { name: 'detail', sql: detailColumnNames.join(', '), perRow: tagsOf('page.id') }

// One JSON text instead of thirty columns: the driver describes and reads each column in every response.
const asJson = (where: string) =>
  `select to_json(site)::text as site from (select ${detailColumns.sql}, ${tagsOf('sites.id')} from sites where ${where}) as site`
const detailById = quickStatement<{ site: string }>('site-detail-id', asJson('id = $1'))
const detailByIdentity = quickStatement<{ site: string }>('site-detail-identity', asJson('identity = $1'))

export async function findSiteDetail(
  db: Database,
  by: { id: number } | { identity: string },
): Promise<SiteDetailRow | undefined> {
  const [found] = 'id' in by ? await db.fetch(detailById, [by.id]) : await db.fetch(detailByIdentity, [by.identity])
  if (!found) return undefined
  const { last_sync, checked_at, created_at, ...rest } = JSON.parse(found.site)
  return { ...rest, last_sync: time(last_sync), checked_at: time(checked_at), created_at: time(created_at) }
}

const time = (text: string | null) => (text === null ? null : new Date(text))
