import type { Selectable } from 'kysely'
import { monitoredSites } from '../sites/index.ts'
import { certificateExpiringDays, type certificateStatuses } from './certificate.ts'
import type { SslCheckTable } from './certificate-table.ts'

type Status = (typeof certificateStatuses)[number]

/** A site with its certificate data and the status at the given time. */
export type CertificateRow = { id: number; site_url: string; name: string; status: Status } & {
  [column in keyof Selectable<SslCheckTable>]: Selectable<SslCheckTable>[column] | null
}

const orders = { url: 'site_url', name: 'lower(name)', id: 'id', valid_to: 'valid_to' } as const

/** A result counts only for the current address of the site; parameter 1 is the current time. */
const source = `
  select sites.id, sites.url as site_url, sites.name, ssl_checks.*,
    case
      when ssl_checks.checked_at is null then 'unchecked'
      when outcome in ('unreachable', 'plain-http') then outcome
      when outcome = 'no-tls' then 'invalid'
      when valid_to <= $1::timestamptz then 'expired'
      when cardinality(problems) > 0 or valid_from > $1::timestamptz then 'invalid'
      when valid_to < $1::timestamptz + interval '${certificateExpiringDays + 1} days' then 'expiring'
      else 'valid'
    end as status
  from sites left join ssl_checks on ssl_checks.site_id = sites.id and ssl_checks.url = sites.url`

export const {
  listPage: listCertificatePage,
  listBySites: listCertificatesBySites,
  requireRow: requireCertificateRow,
} = monitoredSites<CertificateRow, keyof typeof orders, [now: Date]>({
  name: 'ssl',
  source,
  url: 'site_url',
  orders,
})
