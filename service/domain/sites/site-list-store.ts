import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import type { siteStatuses } from './site.ts'
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

interface Condition {
  /** One letter per condition: filters with the same letters share one prepared statement, and names must be short. */
  key: string
  sql: string
  values: unknown[]
}

/** Filters become conditions that always stand in the same order, so that a handful of statements serve all lists. */
function conditionOf(filter: SiteListFilter): Condition {
  const parts: string[] = []
  const values: unknown[] = []
  let key = ''
  const add = (letter: string, sql: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(sql(...given.map((value) => values.push(value))))
  }
  const { status, search, clientId, tagIds = [], include = [], exclude = [], limits } = filter
  if (status === 'available_update') {
    add('u', () => '(core_update is not null or plugin_updates + theme_updates + translation_updates > 0)')
  } else if (status && status !== 'any') add('s', (at) => `status = $${at}`, status)
  if (search)
    add('q', (at) => `(lower(name) || ' ' || lower(url)) like $${at}`, `%${escapeLike(search.toLowerCase())}%`)
  if (clientId !== undefined) add('c', (at) => `client_id = $${at}`, clientId)
  if (tagIds.length > 0) {
    add('t', (at) => `id in (select site_id from site_tags where tag_id = any ($${at}::bigint[]))`, tagIds)
  }
  if (include.length > 0) add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  if (limits) add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  return { key, sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

/** Which columns a list reads; `name` tells the statements apart. */
export interface ListColumns {
  name: string
  sql: string
}

export async function listSites<Row>(
  db: Database,
  columns: ListColumns,
  filter: SiteListFilter,
  { page, perPage, orderBy = 'url', order = 'asc' }: SitePage,
): Promise<Row[]> {
  const { key, sql, values } = conditionOf(filter)
  const at = values.length
  return db.fetch(
    statement<Row>(
      `sites-page-${columns.name}-${key}-${orderBy}-${order}`,
      `select ${columns.sql} from sites where ${sql}
       order by ${siteOrders[orderBy]} ${order}, id ${order} limit $${at + 1} offset $${at + 2}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

/** All of them, however many: for work on the whole fleet and for lists without pages. */
export async function allSites<Row>(
  db: Database,
  columns: ListColumns,
  filter: SiteListFilter,
  { orderBy = 'url', order = 'asc' }: Pick<SitePage, 'orderBy' | 'order'> = {},
): Promise<Row[]> {
  const { key, sql, values } = conditionOf(filter)
  return db.fetch(
    statement<Row>(
      `sites-all-${columns.name}-${key}-${orderBy}-${order}`,
      `select ${columns.sql} from sites where ${sql} order by ${siteOrders[orderBy]} ${order}, id ${order}`,
    ),
    values,
  )
}

// A total is asked for on every page of a list and costs a scan; it is counted once per filter and state of the data.
const totals = new WeakMap<Database, Map<string, { version: number; total: number }>>()
const rememberedTotals = 1_000

export async function countSites(db: Database, filter: SiteListFilter): Promise<number> {
  const condition = conditionOf(filter)
  // Which sites have updates changes with every sync, which the version does not follow.
  if (filter.status === 'available_update') return count(db, condition)
  const known = totals.get(db) ?? new Map()
  totals.set(db, known)
  const key = `${condition.key} ${JSON.stringify(condition.values)}`
  const [row] = await db.fetch(versionOfSites)
  const version = row!.version
  const cached = known.get(key)
  if (cached?.version === version) return cached.total
  // The version was read first: whatever changes while we count makes this total outdated, never wrong for good.
  const total = await count(db, condition)
  if (known.size >= rememberedTotals) known.delete(known.keys().next().value!)
  known.set(key, { version, total })
  return total
}

const versionOfSites = statement<{ version: number }>(
  'sites-version',
  `select version from data_versions where subject = 'sites'`,
)

async function count(db: Database, { key, sql, values }: Condition): Promise<number> {
  const [row] = await db.fetch(
    statement<{ total: number }>(`sites-count-${key}`, `select count(*) as total from sites where ${sql}`),
    values,
  )
  return row!.total
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
