import { sql } from 'kysely'
import type { Context } from '../../../operation/context.ts'
import type { Limits } from '../../../operation/limits.ts'
import { siteIsVisible } from '../../../operation/visible-sites-store.ts'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import { allOf, type Fragment } from '../../../platform/database/fragments.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { siteNotFound } from '../site-errors.ts'

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

interface MonitoredSource<Order extends string, Given extends unknown[]> {
  /** Selects all sites with at least the columns id, name and status; ends with the joins. */
  source: (...given: Given) => Fragment
  /** The columns that a list returns. */
  listed?: Fragment
  /** The column with the address of the site. */
  url: string
  orders: Record<Order, Fragment>
}

/** Lists sites by the status that a feature has for them; `Given` are the values of `source`, such as the current time. */
export function monitoredSites<Row extends MonitoredSiteRow<string>, Order extends string, Given extends unknown[]>({
  source,
  listed = sql`*`,
  url,
  orders,
}: MonitoredSource<Order, Given>) {
  type Input = MonitoredSitesInput<Row['status'], Order>
  type Filter = Pick<Input, 'status' | 'search' | 'include' | 'exclude'> & { limits: Limits | null }

  function conditionOf({ status, search, include, exclude, limits }: Filter): Fragment {
    const conditions: Fragment[] = [siteIsVisible('monitored', limits)]
    if (status !== 'any') conditions.push(sql`status = ${status}`)
    // strpos instead of LIKE, so that % and _ have no special meaning.
    if (search !== '') conditions.push(sql`strpos(lower(name || ' ' || ${sql.ref(url)}), lower(${search})) > 0`)
    if (include.length > 0) conditions.push(sql`id = any (${include}::bigint[])`)
    if (exclude.length > 0) conditions.push(sql`id <> all (${exclude}::bigint[])`)
    return allOf(conditions)
  }

  function list(db: Database, filter: Filter, paging: Omit<Input, keyof Filter>, given: Given): Promise<Row[]> {
    const { page, per_page, orderby } = paging
    const order = paging.order === 'asc' ? sql`asc` : sql`desc`
    return queryRows(
      db,
      sql<Row>`select ${listed} from (${source(...given)}) as monitored where ${conditionOf(filter)}
        order by ${orders[orderby]} ${order} nulls last, id ${order} limit ${per_page} offset ${(page - 1) * per_page}`,
    )
  }

  async function count(db: Database, filter: Filter, given: Given): Promise<number> {
    const query = sql<{ total: number }>`select count(*) as total from (${source(...given)}) as monitored
      where ${conditionOf(filter)}`
    return oneRow(await queryRows(db, query)).total
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
      // Every list of this kind can be ordered by name.
      return list(db, filter, { page: 1, per_page: siteIds.length, orderby: 'name' as Order, order: 'asc' }, given)
    },

    /** The caller must have checked access to the site. */
    async requireRow(db: Database, siteId: number, ...given: Given): Promise<Row> {
      const [row] = await queryRows(db, sql<Row>`${source(...given)} where sites.id = ${siteId}`)
      if (!row) throw siteNotFound(siteId)
      return row
    },
  }
}
