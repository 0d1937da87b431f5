import type { Selectable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { type certificateStatuses, daysOfExpiring } from './certificate.ts'
import type { SslCheckTable } from './certificate-table.ts'

type Status = (typeof certificateStatuses)[number]

/** A site with what is known of its certificate, judged at the hour that was asked for. */
export type CertificateRow = { id: number; site_url: string; name: string; status: Status } & {
  [column in keyof Selectable<SslCheckTable>]: Selectable<SslCheckTable>[column] | null
}

export interface CertificateFilter {
  status: Status | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export const certificateOrders = { url: 'site_url', name: 'lower(name)', id: 'id', valid_to: 'valid_to' } as const

export interface CertificatePage {
  page: number
  perPage: number
  orderBy: keyof typeof certificateOrders
  order: 'asc' | 'desc'
}

/** What was seen counts for the address that the site has now; parameter 1 is the hour. */
const judged = `
  select sites.id, sites.url as site_url, sites.name, ssl_checks.*,
    case
      when ssl_checks.checked_at is null then 'unchecked'
      when outcome in ('unreachable', 'plain-http') then outcome
      when outcome = 'no-tls' then 'invalid'
      when valid_to <= $1::timestamptz then 'expired'
      when cardinality(problems) > 0 or valid_from > $1::timestamptz then 'invalid'
      when valid_to < $1::timestamptz + interval '${daysOfExpiring + 1} days' then 'expiring'
      else 'valid'
    end as status
  from sites left join ssl_checks on ssl_checks.site_id = sites.id and ssl_checks.url = sites.url`

function conditionOf({ status, search, include, exclude, limits }: CertificateFilter, now: Date) {
  const parts: string[] = []
  const values: unknown[] = [now]
  let key = ''
  const add = (letter: string, sql: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(sql(...given.map((value) => values.push(value))))
  }
  if (limits) add('l', (a, b) => visibleSitesSql('judged', a!, b!), ...limitValues(limits))
  if (status !== 'any') add('s', (at) => `status = $${at}`, status)
  // strpos rather than LIKE: a % in the search is a %.
  if (search !== '') add('q', (at) => `strpos(lower(name || ' ' || site_url), lower($${at})) > 0`, search)
  if (include.length > 0) add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return { key, sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

export async function listCertificates(
  db: Database,
  filter: CertificateFilter,
  { page, perPage, orderBy, order }: CertificatePage,
  now: Date,
): Promise<CertificateRow[]> {
  const { key, sql, values } = conditionOf(filter, now)
  const at = values.length
  return db.fetch(
    statement<CertificateRow>(
      `ssl-page-${key}-${orderBy}-${order}`,
      `select * from (${judged}) as judged where ${sql}
       order by ${certificateOrders[orderBy]} ${order} nulls last, id ${order} limit $${at + 1} offset $${at + 2}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

export async function countCertificates(db: Database, filter: CertificateFilter, now: Date): Promise<number> {
  const { key, sql, values } = conditionOf(filter, now)
  const text = `select count(*) as total from (${judged}) as judged where ${sql}`
  return (await db.fetch(statement<{ total: number }>(`ssl-count-${key}`, text), values))[0]!.total
}

const one = statement<CertificateRow>('ssl-of-site', `${judged} where sites.id = $2`)
export async function findCertificate(db: Database, siteId: number, now: Date): Promise<CertificateRow | undefined> {
  return (await db.fetch(one, [now, siteId]))[0]
}
