import { sql } from 'kysely'
import { JsonRows } from '../../../operation/json-rows.ts'
import type { Limits } from '../../../operation/limits.ts'
import { siteIsVisible } from '../../../operation/visible-sites-store.ts'
import { compiledQueries } from '../../../platform/database/compiled-query.ts'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import { allOf, type Fragment } from '../../../platform/database/fragments.ts'
import {
  type CompiledListing,
  countQuery,
  fetchCompiledPage,
  fetchCompiledTotal,
  fetchPage,
  fetchPageAsJson,
  fetchTotal,
  type JsonPage,
  jsonQuery,
  type Listing,
} from '../../../platform/database/listing.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import type { siteStatuses } from '../site.ts'
import { patternOf, searchTableAlone, siteMatchesPattern } from './site-search-store.ts'
import { hasPendingUpdates } from './update-count-store.ts'

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
  name: 'natural_key(name)',
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

/** What a query has as parameters. The filter decides its text; the values can be placeholders. */
const valueNames = ['status', 'pattern', 'clientId', 'tagIds', 'include', 'exclude'] as const
type Values = Readonly<Record<(typeof valueNames)[number], unknown>>

const valuesOf = ({ status, search, clientId, tagIds, include, exclude }: SiteListFilter): Values => ({
  status,
  pattern: search ? patternOf(search) : undefined,
  clientId,
  tagIds,
  include,
  exclude,
})

function conditionsOf(filter: SiteListFilter, values: Values = valuesOf(filter)): Fragment[] {
  const { status, search, clientId, tagIds = [], include = [], exclude = [], limits } = filter
  const conditions: Fragment[] = []
  if (status === 'available_update') {
    conditions.push(hasPendingUpdates(true))
  } else if (status && status !== 'any') conditions.push(sql`status = ${values.status}`)
  if (search) conditions.push(siteMatchesPattern('sites', values.pattern))
  if (clientId !== undefined) conditions.push(sql`client_id = ${values.clientId}`)
  if (tagIds.length > 0) {
    conditions.push(sql`id in (select site_id from site_tags where tag_id = any (${values.tagIds}::bigint[]))`)
  }
  if (include.length > 0) conditions.push(sql`id = any (${values.include}::bigint[])`)
  if (exclude.length > 0) conditions.push(sql`id <> all (${values.exclude}::bigint[])`)
  if (limits) conditions.push(siteIsVisible('sites', limits))
  return conditions
}

export interface ListColumns {
  columns: Fragment
  /** Only without dates: see Listing. */
  json?: boolean
  /** Columns with a subquery per row, over `page`. */
  perRow?: Fragment
}

export const basicColumns: ListColumns = { columns: sql`id, url, name`, json: true }
const briefColumns: ListColumns = { columns: sql`id, url, name, status, client_id`, json: true }

export type SiteOrder = Pick<SiteListPage, 'orderBy' | 'order'> & { page?: number }
const sortingOf = ({ orderBy = 'url', order = 'asc' }: SiteOrder): Fragment =>
  sql.raw(`${siteOrders[orderBy]} ${order}, id ${order}`)

const sitesTable = sql`sites`

const listingOf = (columns: ListColumns, filter: SiteListFilter, order: SiteOrder): Listing => ({
  ...columns,
  from: sitesTable,
  orderBy: sortingOf(order),
  ...behaviourOf(filter, order),
})

const behaviourOf = (
  filter: SiteListFilter,
  order: SiteOrder,
): Pick<Listing, 'quick' | 'filterFirst' | 'size' | 'versions'> => ({
  quick: isIndexed(filter, order),
  filterFirst: Boolean(filter.search),
  size: countAllSites,
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

function queryOf(columns: ListColumns, filter: SiteListFilter, order: SiteOrder, values = valuesOf(filter)) {
  const conditions = conditionsOf(filter, values)
  const listing = listingOf(columns, filter, order)
  const { orderBy = 'url', order: direction = 'asc' } = order
  const searchTable =
    filter.search && conditions.length === 1 ? searchTableAlone(values.pattern, { orderBy, order: direction }) : null
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

/** The rows as the database made them: reading and writing them again would cost as much as the query. */
export async function listSiteBriefs(
  db: Database,
  filter: SiteListFilter,
  page: SiteListPage,
): Promise<{ rows: JsonRows; total: number }> {
  const { rows, total } = filter.limits
    ? await fetchLimitedBriefs(db, filter, page)
    : await fetchCompiledPage(db, compiledBriefs(filter, page), page)
  return { rows: JsonRows.of(rows.slice(1, -1)), total }
}

function fetchLimitedBriefs(db: Database, filter: SiteListFilter, page: SiteListPage) {
  const { listing, conditions } = queryOf(briefColumns, filter, page)
  return fetchPageAsJson(db, listing, conditions, page)
}

const briefPages = compiledQueries<JsonPage, (typeof valueNames)[number] | 'limit' | 'offset'>([
  ...valueNames,
  'limit',
  'offset',
])

/** The list that most programs read. Its texts are few. */
function compiledBriefs(filter: SiteListFilter, page: SiteOrder): CompiledListing {
  const { orderBy = 'url', order = 'asc' } = page
  const choices = choicesOf(filter)
  const values = valuesOf(filter)
  return {
    ...behaviourOf(filter, page),
    totalKey: `sites ${choices} ${JSON.stringify(values)}`,
    total() {
      const { listing, conditions } = queryOf(briefColumns, filter, page)
      return countQuery(listing, conditions)
    },
    page(way, { limit, offset }) {
      const query = briefPages(`${choices} ${orderBy} ${order} ${way}`, ({ limit, offset, ...values }) => {
        const { listing, conditions } = queryOf(briefColumns, filter, page, values)
        return jsonQuery(listing, conditions, { limit, offset }, way)
      })
      return query({ ...values, limit, offset })
    },
  }
}

/** Everything besides the values that decides the conditions without limits. */
const choicesOf = ({ status = 'any', search, clientId, tagIds, include, exclude }: SiteListFilter) =>
  [
    status === 'any' || status === 'available_update' ? status : 'status',
    search ? 'search' : '',
    clientId === undefined ? '' : 'client',
    tagIds?.length ? 'tags' : '',
    include?.length ? 'include' : '',
    exclude?.length ? 'exclude' : '',
  ].join()

/** All sites without paging: for work on the whole fleet. */
export async function listAllSites<Row>(
  db: Database,
  columns: Fragment,
  filter: SiteListFilter,
  order: SiteOrder = {},
): Promise<Row[]> {
  const where = allOf(conditionsOf(filter))
  return queryRows(db, sql<Row>`select ${columns} from sites where ${where} order by ${sortingOf(order)}`)
}

/** The ids of all sites or of one page, in the order of the list. */
export async function listSiteIds(
  db: Database,
  filter: SiteListFilter,
  order: SiteOrder,
  cut: { page: number; perPage: number } | null,
): Promise<number[]> {
  const limit = cut ? sql`limit ${cut.perPage} offset ${(cut.page - 1) * cut.perPage}` : sql``
  const rows = await queryRows(
    db,
    sql<{
      id: number
    }>`select id from sites where ${allOf(conditionsOf(filter))} order by ${sortingOf(order)} ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export const countAllSites = (db: Database) => countSiteRows(db, { limits: null })

export function countSiteRows(db: Database, filter: SiteListFilter): Promise<number> {
  if (!filter.limits) return fetchCompiledTotal(db, compiledBriefs(filter, {}))
  const { listing, conditions } = queryOf(briefColumns, filter, {})
  return fetchTotal(db, listing, conditions)
}

const rowsPerPart = 5_000

// Takes half the time of row_to_json. None of the columns is ever null.
const rowAsJson = sql`format('{"id":%s,"url":%s,"name":%s}', to_json(id), to_json(url), to_json(name))`

/** Id, address and name of all sites as JSON: few with one query, many in parts. */
export async function listAllSitesAsJson(
  db: Database,
  filter: SiteListFilter,
  order: SiteOrder,
): Promise<{ rows: JsonRows; total: number }> {
  const counted = await countSiteRows(db, filter)
  if (counted > rowsPerPart) return { rows: new JsonRows(() => readInParts(db, filter, order)), total: counted }
  const query = sql<{
    rows: string | null
    total: number
  }>`select string_agg(${rowAsJson}, ',') as rows, count(*) as total
    from (select id, url, name from sites where ${allOf(conditionsOf(filter))} order by ${sortingOf(order)}) as found`
  const { rows, total } = oneRow(await queryRows(db, query))
  return { rows: JsonRows.of(rows ?? ''), total }
}

/**
 * Reads all ids at once and the rows in parts, so that each site that exists throughout is returned exactly once even if
 * it is renamed meanwhile. Nothing is read before the first part is requested: a refused caller costs nothing.
 */
async function* readInParts(db: Database, filter: SiteListFilter, order: SiteOrder): AsyncGenerator<string> {
  const parts = await queryRows(
    db,
    sql<{ ids: string }>`select '{' || string_agg(id::text, ',' order by position) || '}' as ids
      from (
        select id, row_number() over (order by ${sortingOf(order)}) - 1 as position from sites
        where ${allOf(conditionsOf(filter))}
      ) as numbered
      group by position / ${sql.lit(rowsPerPart)} order by position / ${sql.lit(rowsPerPart)}`,
  )
  const read = (part: { ids: string } | undefined) =>
    part ? queryRows(db, partOf(part.ids)).then((rows) => oneRow(rows).rows) : null
  // The next part is fetched while the caller reads one.
  let next = read(parts[0])
  for (let index = 1; next !== null; index++) {
    const rows = await next
    next = read(parts[index])
    // Awaited later, or never if the caller disconnects.
    next?.catch(() => {})
    // Null when all sites of the part were deleted.
    if (rows !== null) yield rows
  }
}

const partOf = (ids: string) =>
  sql<{ rows: string | null }>`select string_agg(${rowAsJson}, ',' order by position) as rows
    from unnest(${ids}::bigint[]) with ordinality as part (site_id, position) join sites on id = site_id`
