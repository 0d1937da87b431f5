import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
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

interface Condition {
  /** One letter per condition, because PostgreSQL tells names of statements apart by their first 63 characters. */
  key: string
  sql: string
  values: unknown[]
}

/** Filters become conditions that always stand in the same order, so that a handful of statements serve all lists. */
function conditionOf({ status, search, include, exclude, limits }: ClientListFilter): Condition {
  const parts: string[] = []
  const values: unknown[] = []
  let key = ''
  const add = (letter: string, sql: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(sql(...given.map((value) => values.push(value))))
  }
  // First, so that the numbers of its parameters are known to the count of sites beside it.
  if (limits) {
    add(
      'l',
      (a, b) => `id in (select client_id from sites where ${visibleSitesSql('sites', a!, b!)})`,
      ...limitValues(limits),
    )
  }
  if (status !== 'any') add('s', (at) => `status = $${at}`, status)
  if (search !== '') {
    add('q', (at) => `(lower(name) || ' ' || lower(coalesce(email, ''))) like lower($${at})`, `%${escapeLike(search)}%`)
  }
  if (include.length > 0) add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return { key, sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

/** The page is cut first and sites are counted for its rows alone. */
export async function listClients(
  db: Database,
  filter: ClientListFilter,
  { page, perPage, orderBy, order }: ClientPage,
): Promise<ListedClient[]> {
  const { key, sql, values } = conditionOf(filter)
  const at = values.length
  const sorted = `${clientOrders[orderBy]} ${order}, id ${order}`
  return db.fetch(
    statement<ListedClient>(
      `clients-page-${key}-${orderBy}-${order}`,
      `select id, name, email, phone, status, created_at,
         (select count(*) from sites where sites.client_id = page.id
          ${filter.limits ? `and ${visibleSitesSql('sites', 1, 2)}` : ''}) as sites_count
       from (select * from clients where ${sql} order by ${sorted} limit $${at + 1} offset $${at + 2}) as page
       order by ${sorted}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

// A total is asked for on every page of a list and costs a scan; it is counted once per filter and state of the data.
const totals = new WeakMap<Database, Map<string, { version: string; total: number }>>()
const rememberedTotals = 1_000

// Which clients a limited key sees depends on their sites too.
const versions = statement<{ version: string }>(
  'clients-version',
  `select string_agg(subject || version, ' ' order by subject) as version from data_versions
   where subject = 'clients' or (subject = 'sites' and $1::boolean)`,
)

export async function countClients(db: Database, filter: ClientListFilter): Promise<number> {
  const { key, sql, values } = conditionOf(filter)
  const known = totals.get(db) ?? new Map()
  totals.set(db, known)
  const question = `${key} ${JSON.stringify(values)}`
  const version = (await db.fetch(versions, [filter.limits !== null]))[0]!.version
  const cached = known.get(question)
  if (cached?.version === version) return cached.total
  // The version was read first: whatever changes while we count makes this total outdated, never wrong for good.
  const [row] = await db.fetch(
    statement<{ total: number }>(`clients-count-${key}`, `select count(*) as total from clients where ${sql}`),
    values,
  )
  if (known.size >= rememberedTotals) known.delete(known.keys().next().value!)
  known.set(question, { version, total: row!.total })
  return row!.total
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
