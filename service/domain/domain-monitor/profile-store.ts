import { type Selectable, sql } from 'kysely'
import { monitoredSites } from '../sites/index.ts'
import { endOfExpiringDays, type profileStatuses } from './domain.ts'
import { expiry, isExpired } from './domain-store.ts'
import type { DomainTable } from './domain-table.ts'

type Status = (typeof profileStatuses)[number]
type Domain = Omit<Selectable<DomainTable>, 'name'>

/** A site with its domain data and the status at the given time. */
export type ProfileRow = { [column in keyof Domain]: Domain[column] | null } & {
  id: number
  url: string
  name: string
  domain: string | null
  expiry: Date | null
  status: Status
}

const orders = { url: sql`url`, name: sql`lower(name)`, id: sql`id`, expiry_date: sql`expiry` }

const columns = sql`domains.next_at, domains.outcome, domains.reason, domains.registrar, domains.registrar_id, domains.statuses,
  domains.registered_at, domains.changed_at, domains.expires_at, domains.nameservers, domains.manual_registrar,
  domains.manual_registered_on, domains.manual_expires_on, domains.checked_at, domains.seen_at`

const source = (now: Date, zone: string) => sql`
  select sites.id, sites.url, sites.name, site_domains.domain, ${columns}, ${expiry} as expiry,
    case
      when site_domains.site_id is null then 'unchecked'
      when site_domains.domain is null then 'not-applicable'
      when outcome = 'not-found' then outcome
      when ${isExpired(now, zone)} then 'expired'
      when ${expiry} < ${endOfExpiringDays(now, zone)}::timestamptz then 'expiring'
      when outcome = 'found' or seen_at is not null or ${expiry} is not null then 'active'
      else coalesce(outcome, 'unchecked')
    end as status
  from sites left join site_domains on site_domains.site_id = sites.id and site_domains.url = sites.url
  left join domains on domains.name = site_domains.domain`

export const {
  listPage: listProfilePage,
  listBySites: listProfilesBySites,
  requireRow: requireProfileRow,
} = monitoredSites<ProfileRow, keyof typeof orders, [now: Date, zone: string]>({
  source,
  url: 'url',
  orders,
})
