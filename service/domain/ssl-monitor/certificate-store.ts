import { type Selectable, sql } from 'kysely'
import { monitoredSites } from '../sites/index.ts'
import { certificateExpiringDays, type certificateStatuses, endOfDaysLeft } from './certificate.ts'
import type { SslCheckTable } from './certificate-table.ts'

type Status = (typeof certificateStatuses)[number]

/** A site with its certificate data and the status at the given time. */
export type CertificateRow = { id: number; site_url: string; name: string; status: Status } & {
  [column in keyof Selectable<SslCheckTable>]: Selectable<SslCheckTable>[column] | null
}

const orders = { url: sql`site_url`, name: sql`lower(name)`, id: sql`id`, valid_to: sql`valid_to` }

/** A result counts only for the current address of the site. */
const source = (now: Date, zone: string) => sql`
  select sites.id, sites.url as site_url, sites.name, ssl_checks.*,
    case
      when ssl_checks.checked_at is null then 'unchecked'
      when outcome in ('unreachable', 'plain-http') then outcome
      when outcome = 'no-tls' then 'invalid'
      when valid_to <= ${now}::timestamptz then 'expired'
      when cardinality(problems) > 0 or valid_from > ${now}::timestamptz then 'invalid'
      when valid_to < ${endOfDaysLeft(certificateExpiringDays, now, zone)}::timestamptz then 'expiring'
      else 'valid'
    end as status
  from sites left join ssl_checks on ssl_checks.site_id = sites.id and ssl_checks.url = sites.url`

export const {
  listPage: listCertificatePage,
  listBySites: listCertificatesBySites,
  requireRow: requireCertificateRow,
} = monitoredSites<CertificateRow, keyof typeof orders, [now: Date, zone: string]>({
  source,
  url: 'site_url',
  orders,
})
