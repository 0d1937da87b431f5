import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues } from '../sites/index.ts'
import type { CostStatus, PaymentType } from './cost.ts'
import { type CostRow, targetColumns } from './cost-store.ts'
import { visibleCostsSql } from './visible-costs.ts'

export interface CostListFilter {
  search: string
  include: number[]
  exclude: number[]
  status: CostStatus | 'any'
  productType: string
  paymentType: PaymentType | 'any'
  limits: Limits | null
}

export const costOrders = { id: 'id', name: 'lower(name)', price: 'price', last_renewal: 'last_renewal' } as const
export interface CostPage {
  page: number
  perPage: number
  orderBy: keyof typeof costOrders
  order: 'asc' | 'desc'
}

/** Filters become conditions that always stand in the same order, so that a handful of statements serve all lists. */
function conditionOf({ search, include, exclude, status, productType, paymentType, limits }: CostListFilter) {
  const parts: string[] = []
  const values: unknown[] = []
  let key = ''
  const add = (letter: string, sql: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(sql(...given.map((value) => values.push(value))))
  }
  // First, so that the numbers of its parameters are known to the targets beside it.
  if (limits) add('l', (a, b) => visibleCostsSql('costs', a!, b!), ...limitValues(limits))
  if (status !== 'any') add('s', (at) => `status = $${at}`, status)
  if (productType !== 'any') add('c', (at) => `product_type = $${at}`, productType)
  if (paymentType !== 'any') add('t', (at) => `payment_type = $${at}`, paymentType)
  // strpos rather than LIKE: a % in the search is a %.
  if (search !== '') add('q', (at) => `strpos(lower(name), lower($${at})) > 0`, search)
  if (include.length > 0) add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return { key, sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

/** The page is cut first and targets are looked up for its rows alone. */
export async function listCosts(
  db: Database,
  filter: CostListFilter,
  { page, perPage, orderBy, order }: CostPage,
): Promise<CostRow[]> {
  const { key, sql, values } = conditionOf(filter)
  const at = values.length
  const sorted = `${costOrders[orderBy]} ${order}${orderBy === 'last_renewal' ? ' nulls last' : ''}, id ${order}`
  return db.fetch(
    statement<CostRow>(
      `costs-page-${key}-${orderBy}-${order}`,
      `select page.*, ${targetColumns('page', filter.limits ? [1, 2] : null)}
       from (select * from costs where ${sql} order by ${sorted} limit $${at + 1} offset $${at + 2}) as page
       order by ${sorted}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

export async function countCosts(db: Database, filter: CostListFilter): Promise<number> {
  const { key, sql, values } = conditionOf(filter)
  const [row] = await db.fetch(
    statement<{ total: number }>(`costs-count-${key}`, `select count(*) as total from costs where ${sql}`),
    values,
  )
  return row!.total
}
