import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

/** A site beside what another feature knows of it, and the verdict on that. */
export interface JudgedRow<Status> {
  id: number
  name: string
  status: Status
}

export interface JudgedFilter<Status> {
  status: Status | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export interface JudgedPage<Order> {
  page: number
  perPage: number
  orderBy: Order
  order: 'asc' | 'desc'
}

interface Judging<Order extends string> {
  /** Begins the names of its statements. */
  name: string
  /** Every site with its columns id, name and status, and whatever else is known; its parameters come first. */
  judged: string
  /** What a list shows of it. */
  listed?: string
  /** Its column with the address of the site. */
  url: string
  orders: Record<Order, string>
}

/** Lists of sites by what a feature knows of them: `Given` are the parameters of `judged`, such as the hour of asking. */
export function judgedSites<Row extends JudgedRow<string>, Order extends string, Given extends unknown[]>({
  name,
  judged,
  listed = '*',
  url,
  orders,
}: Judging<Order>) {
  type Filter = JudgedFilter<Row['status']>

  function conditionsOf({ status, search, include, exclude, limits }: Filter, given: Given): Conditions {
    const conditions = new Conditions()
    conditions.values.push(...given)
    if (limits) conditions.add('l', (a, b) => visibleSitesSql('judged', a!, b!), ...limitValues(limits))
    if (status !== 'any') conditions.add('s', (at) => `status = $${at}`, status)
    // strpos rather than LIKE: a % in the search is a %.
    if (search !== '') conditions.add('q', (at) => `strpos(lower(name || ' ' || ${url}), lower($${at})) > 0`, search)
    if (include.length > 0) conditions.add('i', (at) => `id = any ($${at}::bigint[])`, include)
    if (exclude.length > 0) conditions.add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
    return conditions
  }

  return {
    list(db: Database, filter: Filter, { page, perPage, orderBy, order }: JudgedPage<Order>, ...given: Given) {
      const { letters, sql, values } = conditionsOf(filter, given)
      const at = values.length
      const text = `select ${listed} from (${judged}) as judged where ${sql}
        order by ${orders[orderBy]} ${order} nulls last, id ${order} limit $${at + 1} offset $${at + 2}`
      const rows = statement<Row>(`${name}-page-${letters}-${orderBy}-${order}`, text)
      return db.fetch(rows, [...values, perPage, (page - 1) * perPage])
    },

    async count(db: Database, filter: Filter, ...given: Given): Promise<number> {
      const { letters, sql, values } = conditionsOf(filter, given)
      const text = `select count(*) as total from (${judged}) as judged where ${sql}`
      return (await db.fetch(statement<{ total: number }>(`${name}-count-${letters}`, text), values))[0]!.total
    },

    async find(db: Database, siteId: number, ...given: Given): Promise<Row | undefined> {
      const one = statement<Row>(`${name}-of-site`, `${judged} where sites.id = $${given.length + 1}`)
      return (await db.fetch(one, [...given, siteId]))[0]
    },
  }
}
