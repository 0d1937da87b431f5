import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import type { Database } from '../../platform/database/database.ts'
import { fetchPage } from '../../platform/database/listing.ts'
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

export const costOrders = {
  id: 'id',
  name: 'lower(name)',
  price: 'price',
  // What never renewed is last, whichever way.
  last_renewal: 'last_renewal is null, last_renewal',
} as const
export interface CostPage {
  page: number
  perPage: number
  orderBy: keyof typeof costOrders
  order: 'asc' | 'desc'
}

/** The letter for the limits stands first, so that the numbers of its parameters are known to the targets beside it. */
function conditionsOf(filter: CostListFilter): Conditions {
  const { search, include, exclude, status, productType, paymentType, limits } = filter
  const conditions = new Conditions()
  if (limits) conditions.add('l', (a, b) => visibleCostsSql('costs', a!, b!), ...limitValues(limits))
  if (status !== 'any') conditions.add('s', (at) => `status = $${at}`, status)
  if (productType !== 'any') conditions.add('c', (at) => `product_type = $${at}`, productType)
  if (paymentType !== 'any') conditions.add('t', (at) => `payment_type = $${at}`, paymentType)
  if (search !== '') conditions.add('q', (at) => `lower(name) like lower($${at})`, containing(search))
  if (include.length > 0) conditions.add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) conditions.add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return conditions
}

export function listCosts(
  db: Database,
  filter: CostListFilter,
  { orderBy, order, ...page }: CostPage,
): Promise<{ rows: CostRow[]; total: number }> {
  const listing = {
    name: `costs-${orderBy}-${order}`,
    columns: 'costs.*',
    from: 'costs',
    orderBy: `${costOrders[orderBy]} ${order}, id ${order}`,
    perRow: targetColumns('page', filter.limits ? [1, 2] : null),
    // Costs are few: counting them costs less than keeping count of their changes.
    versions: [],
  }
  return fetchPage(db, listing, conditionsOf(filter), page)
}
