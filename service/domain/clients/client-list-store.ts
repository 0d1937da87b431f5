import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import type { Database } from '../../platform/database/database.ts'
import { fetchPage, fetchTotal, type Listing } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { clientStatuses } from './client.ts'
import type { ClientRow } from './client-store.ts'

export interface ClientListFilter {
  status: (typeof clientStatuses)[number] | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export const clientOrders = { name: 'lower(name)', email: 'email_key', created_at: 'created_at', id: 'id' } as const
export interface ClientPage {
  page: number
  perPage: number
  orderBy: keyof typeof clientOrders
  order: 'asc' | 'desc'
}

export type ListedClient = Pick<ClientRow, 'id' | 'name' | 'email' | 'phone' | 'status' | 'sites_count' | 'created_at'>

/** The letter for the limits stands first, so that the numbers of its parameters are known to the count of sites beside it. */
function conditionsOf({ status, search, include, exclude, limits }: ClientListFilter): Conditions {
  const conditions = new Conditions()
  if (limits) {
    conditions.add(
      'l',
      (a, b) => `id in (select client_id from sites where ${visibleSitesSql('sites', a!, b!)})`,
      ...limitValues(limits),
    )
  }
  if (status !== 'any') conditions.add('s', (at) => `status = $${at}`, status)
  if (search !== '') {
    conditions.add(
      'q',
      (at) => `(lower(name) || ' ' || lower(coalesce(email, ''))) like lower($${at})`,
      containing(search),
    )
  }
  if (include.length > 0) conditions.add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) conditions.add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return conditions
}

function listingOf({ orderBy, order }: Pick<ClientPage, 'orderBy' | 'order'>, limits: Limits | null): Listing {
  return {
    name: `clients-${orderBy}-${order}`,
    columns: 'id, name, email, phone, status, created_at',
    from: 'clients',
    orderBy: `${clientOrders[orderBy]} ${order}, id ${order}`,
    perRow: `(select count(*) from sites where sites.client_id = page.id
      ${limits ? `and ${visibleSitesSql('sites', 1, 2)}` : ''}) as sites_count`,
    // Which clients a limited key sees depends on their sites too.
    versions: limits ? ['clients', 'sites'] : ['clients'],
  }
}

export function listClients(
  db: Database,
  filter: ClientListFilter,
  page: ClientPage,
): Promise<{ rows: ListedClient[]; total: number }> {
  return fetchPage(db, listingOf(page, filter.limits), conditionsOf(filter), page)
}

export function countClients(db: Database, filter: ClientListFilter): Promise<number> {
  return fetchTotal(db, listingOf({ orderBy: 'name', order: 'asc' }, filter.limits), conditionsOf(filter))
}
