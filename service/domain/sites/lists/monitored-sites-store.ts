import type { Limits } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { Conditions } from '../../../platform/database/conditions.ts'
import { type Database, statement } from '../../../platform/database/database.ts'
import { siteNotFound } from '../site-errors.ts'
import { limitValues, visibleSitesSql } from '../visible-sites.ts'

/** A site with the data and the status that a monitoring feature has for it. */
export interface MonitoredSiteRow<Status> {
  id: number
  name: string
  status: Status
}

/** As `monitoredSitesInput` reads it. */
export interface MonitoredSitesInput<Status, Order> {
  page: number
  per_page: number
  status: Status | 'any'
  search: string
  include: number[]
  exclude: number[]
  orderby: Order
  order: 'asc' | 'desc'
}

interface MonitoredSource<Order extends string> {
  /** Prefix of the statement names. */
  name: string
  /** SQL of all sites with at least the columns id, name and status; its parameters come first. */
  source: string
  /** The columns that a list returns. */
  listed?: string
  /** The column with the address of the site. */
  url: string
  orders: Record<Order, string>
}

/** Lists sites by the status that a feature has for them; `Given` are the parameters of `source`, such as the current time. */
export function monitoredSites<Row extends MonitoredSiteRow<string>, Order extends string, Given extends unknown[]>({
  name,
  source,
  listed = '*',
  url,
  orders,
}: MonitoredSource<Order>) {
  type Input = MonitoredSitesInput<Row['status'], Order>
  type Filter = Pick<Input, 'status' | 'search' | 'include' | 'exclude'> & { limits: Limits | null }

  function conditionsOf({ status, search, include, exclude, limits }: Filter, given: Given): Conditions {
    const conditions = new Conditions()
    conditions.values.push(...given)
    if (limits) conditions.add('l', (a, b) => visibleSitesSql('monitored', a!, b!), ...limitValues(limits))
    if (status !== 'any') conditions.add('s', (at) => `status = $${at}`, status)
    // strpos instead of LIKE, so that % and _ have no special meaning.
    if (search !== '') conditions.add('q', (at) => `strpos(lower(name || ' ' || ${url}), lower($${at})) > 0`, search)
    if (include.length > 0) conditions.add('i', (at) => `id = any ($${at}::bigint[])`, include)
    if (exclude.length > 0) conditions.add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
    return conditions
  }

  async function list(db: Database, filter: Filter, paging: Omit<Input, keyof Filter>, given: Given): Promise<Row[]> {
    const { page, per_page, orderby, order } = paging
    const { letters, sql, values } = conditionsOf(filter, given)
    const at = values.length
    const text = `select ${listed} from (${source}) as monitored where ${sql}
      order by ${orders[orderby]} ${order} nulls last, id ${order} limit $${at + 1} offset $${at + 2}`
    const rows = statement<Row>(`${name}-page-${letters}-${orderby}-${order}`, text)
    return db.fetch(rows, [...values, per_page, (page - 1) * per_page])
  }

  async function count(db: Database, filter: Filter, given: Given): Promise<number> {
    const { letters, sql, values } = conditionsOf(filter, given)
    const text = `select count(*) as total from (${source}) as monitored where ${sql}`
    return (await db.fetch(statement<{ total: number }>(`${name}-count-${letters}`, text), values))[0]!.total
  }

  return {
    /** A page of the sites that the caller may see. */
    async listPage({ db, actor }: Pick<Context, 'db' | 'actor'>, input: Input, ...given: Given) {
      const filter = { ...input, limits: actor.limits }
      const [items, total] = await Promise.all([list(db, filter, input, given), count(db, filter, given)])
      return { items, page: input.page, per_page: input.per_page, total }
    },

    /** All of these sites, by name. */
    async listBySites(db: Database, siteIds: number[], ...given: Given): Promise<Row[]> {
      if (siteIds.length === 0) return []
      const filter: Filter = { status: 'any', search: '', include: siteIds, exclude: [], limits: null }
      return list(db, filter, { page: 1, per_page: siteIds.length, orderby: 'name' as Order, order: 'asc' }, given)
    },

    /** The caller must have checked access to the site. */
    async requireRow(db: Database, siteId: number, ...given: Given): Promise<Row> {
      const one = statement<Row>(`${name}-of-site`, `${source} where sites.id = $${given.length + 1}`)
      const [row] = await db.fetch(one, [...given, siteId])
      if (!row) throw siteNotFound(siteId)
      return row
    },
  }
}
