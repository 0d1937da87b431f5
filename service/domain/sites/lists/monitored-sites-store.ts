import type { Limits } from '../../../operation/actor.ts'
import { Conditions } from '../../../platform/database/conditions.ts'
import { type Database, statement } from '../../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../visible-sites.ts'

/** A site with the data and the status that a monitoring feature has for it. */
export interface MonitoredSiteRow<Status> {
  id: number
  name: string
  status: Status
}

export interface MonitoredSitesFilter<Status> {
  status: Status | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export interface MonitoredSitesPage<Order> {
  page: number
  perPage: number
  orderBy: Order
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
  type Filter = MonitoredSitesFilter<Row['status']>

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

  return {
    list(db: Database, filter: Filter, { page, perPage, orderBy, order }: MonitoredSitesPage<Order>, ...given: Given) {
      const { letters, sql, values } = conditionsOf(filter, given)
      const at = values.length
      const text = `select ${listed} from (${source}) as monitored where ${sql}
        order by ${orders[orderBy]} ${order} nulls last, id ${order} limit $${at + 1} offset $${at + 2}`
      const rows = statement<Row>(`${name}-page-${letters}-${orderBy}-${order}`, text)
      return db.fetch(rows, [...values, perPage, (page - 1) * perPage])
    },

    async count(db: Database, filter: Filter, ...given: Given): Promise<number> {
      const { letters, sql, values } = conditionsOf(filter, given)
      const text = `select count(*) as total from (${source}) as monitored where ${sql}`
      return (await db.fetch(statement<{ total: number }>(`${name}-count-${letters}`, text), values))[0]!.total
    },

    async find(db: Database, siteId: number, ...given: Given): Promise<Row | undefined> {
      const one = statement<Row>(`${name}-of-site`, `${source} where sites.id = $${given.length + 1}`)
      return (await db.fetch(one, [...given, siteId]))[0]
    },
  }
}
