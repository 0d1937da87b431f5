import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { fetchPage, fetchTotal, type Listing } from '../../platform/database/listing.ts'
import type { siteStatuses } from './site.ts'
import { byWordsAlone, searchedSitesSql, searchPattern } from './site-search-store.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

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
export interface SitePage {
  page: number
  perPage: number
  orderBy?: keyof typeof siteOrders
  order?: 'asc' | 'desc'
}

/** Filters become conditions that always stand in the same order, so that a handful of statements serve all lists. */
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

/** Which columns a list reads; `name` tells the statements apart. */
export interface ListColumns {
  name: string
  sql: string
  /** No dates among them: see Listing. */
  json?: boolean
  /** Columns that cost something per row, over `page`. */
  perRow?: string
}

export type SiteOrder = Pick<SitePage, 'orderBy' | 'order'> & { page?: number }
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
  quick: alongAnIndex(filter, order),
  filterFirst: Boolean(filter.search),
  json,
  ...(perRow !== undefined && { perRow }),
  // Which sites have updates changes with every sync, which the version does not follow.
  versions: filter.status === 'available_update' ? [] : ['sites'],
})

/** What the daily lists ask; the rest may have to sort or look at many sites. */
const alongAnIndex = (
  { status = 'any', clientId, ...others }: SiteListFilter,
  { orderBy = 'url', page = 1 }: SiteOrder,
) =>
  (status === 'any' || clientId === undefined) &&
  status !== 'available_update' &&
  orderBy === 'url' &&
  page <= 10 &&
  !others.search &&
  !others.limits &&
  [others.tagIds, others.include, others.exclude].every((ids) => !ids || ids.length === 0)

function questionOf(columns: ListColumns, filter: SiteListFilter, order: SiteOrder) {
  const conditions = conditionsOf(filter)
  const { orderBy = 'url', order: direction = 'asc' } = order
  const listing: Listing = listingOf(columns, filter, order)
  const words = byWordsAlone(conditions, { orderBy, order: direction })
  return words
    ? { listing: { ...listing, foundIn: words.foundIn }, conditions: words.conditions }
    : { listing, conditions }
}

export function listSites<Row>(
  db: Database,
  columns: ListColumns,
  filter: SiteListFilter,
  page: SitePage,
): Promise<{ rows: Row[]; total: number }> {
  const { listing, conditions } = questionOf(columns, filter, page)
  return fetchPage(db, listing, conditions, page)
}

/** All of them, however many: for work on the whole fleet and for lists without pages. */
export async function allSites<Row>(
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

export function countSites(db: Database, filter: SiteListFilter): Promise<number> {
  const { listing, conditions } = questionOf({ name: 'count', sql: 'id' }, filter, {})
  return fetchTotal(db, listing, conditions)
}
