import type { Selectable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { daysOfExpiring, type profileStatuses } from './domain.ts'
import { expirySql } from './domain-store.ts'
import type { DomainTable } from './domain-table.ts'

type Status = (typeof profileStatuses)[number]
type Domain = Omit<Selectable<DomainTable>, 'name'>

/** A site with what is known of its domain, judged at the hour that was asked for. */
export type ProfileRow = { [column in keyof Domain]: Domain[column] | null } & {
  id: number
  url: string
  name: string
  domain: string | null
  expiry: Date | null
  status: Status
}

export interface ProfileFilter {
  status: Status | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export const profileOrders = { url: 'url', name: 'lower(name)', id: 'id', expiry_date: 'expiry' } as const

export interface ProfilePage {
  page: number
  perPage: number
  orderBy: keyof typeof profileOrders
  order: 'asc' | 'desc'
}

const columns = ['next_at', 'outcome', 'reason', 'registrar', 'registrar_id', 'statuses', 'registered_at', 'changed_at']
  .concat(['expires_at', 'nameservers', 'manual_registrar', 'manual_registered_on', 'manual_expires_on'])
  .concat(['checked_at', 'seen_at'])
  .map((column) => `domains.${column}`)

/** Parameter 1 is the hour. */
const judged = `
  select sites.id, sites.url, sites.name, site_domains.domain, ${columns.join(', ')}, ${expirySql} as expiry,
    case
      when site_domains.site_id is null then 'unchecked'
      when site_domains.domain is null then 'not-applicable'
      when outcome = 'not-found' then outcome
      when ${expirySql} <= $1::timestamptz then 'expired'
      when ${expirySql} < $1::timestamptz + interval '${daysOfExpiring + 1} days' then 'expiring'
      when outcome = 'found' or seen_at is not null or ${expirySql} is not null then 'active'
      else coalesce(outcome, 'unchecked')
    end as status
  from sites left join site_domains on site_domains.site_id = sites.id and site_domains.url = sites.url
  left join domains on domains.name = site_domains.domain`

function conditionOf({ status, search, include, exclude, limits }: ProfileFilter, now: Date) {
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
  if (search !== '') add('q', (at) => `strpos(lower(name || ' ' || url), lower($${at})) > 0`, search)
  if (include.length > 0) add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return { key, sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

export async function listProfiles(
  db: Database,
  filter: ProfileFilter,
  { page, perPage, orderBy, order }: ProfilePage,
  now: Date,
): Promise<ProfileRow[]> {
  const { key, sql, values } = conditionOf(filter, now)
  const at = values.length
  return db.fetch(
    statement<ProfileRow>(
      `domains-page-${key}-${orderBy}-${order}`,
      `select * from (${judged}) as judged where ${sql}
       order by ${profileOrders[orderBy]} ${order} nulls last, id ${order} limit $${at + 1} offset $${at + 2}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

export async function countProfiles(db: Database, filter: ProfileFilter, now: Date): Promise<number> {
  const { key, sql, values } = conditionOf(filter, now)
  const text = `select count(*) as total from (${judged}) as judged where ${sql}`
  return (await db.fetch(statement<{ total: number }>(`domains-count-${key}`, text), values))[0]!.total
}

const one = statement<ProfileRow>('domain-of-site', `${judged} where sites.id = $2`)
export async function findProfile(db: Database, siteId: number, now: Date): Promise<ProfileRow | undefined> {
  return (await db.fetch(one, [now, siteId]))[0]
}
