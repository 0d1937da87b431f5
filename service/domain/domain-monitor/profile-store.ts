import type { Selectable } from 'kysely'
import { monitoredSites } from '../sites/index.ts'
import { domainExpiringDays, type profileStatuses } from './domain.ts'
import { expirySql } from './domain-store.ts'
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

const orders = { url: 'url', name: 'lower(name)', id: 'id', expiry_date: 'expiry' } as const

const columns = ['next_at', 'outcome', 'reason', 'registrar', 'registrar_id', 'statuses', 'registered_at', 'changed_at']
  .concat(['expires_at', 'nameservers', 'manual_registrar', 'manual_registered_on', 'manual_expires_on'])
  .concat(['checked_at', 'seen_at'])
  .map((column) => `domains.${column}`)

/** Parameter 1 is the current time. */
const source = `
  select sites.id, sites.url, sites.name, site_domains.domain, ${columns.join(', ')}, ${expirySql} as expiry,
    case
      when site_domains.site_id is null then 'unchecked'
      when site_domains.domain is null then 'not-applicable'
      when outcome = 'not-found' then outcome
      when ${expirySql} <= $1::timestamptz then 'expired'
      when ${expirySql} < $1::timestamptz + interval '${domainExpiringDays + 1} days' then 'expiring'
      when outcome = 'found' or seen_at is not null or ${expirySql} is not null then 'active'
      else coalesce(outcome, 'unchecked')
    end as status
  from sites left join site_domains on site_domains.site_id = sites.id and site_domains.url = sites.url
  left join domains on domains.name = site_domains.domain`

export const {
  listPage: listProfilePage,
  listBySites: listProfilesBySites,
  requireRow: requireProfileRow,
} = monitoredSites<ProfileRow, keyof typeof orders, [now: Date]>({
  name: 'domains',
  source,
  url: 'url',
  orders,
})
