import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import { certificateExpiringDays, endOfDaysLeft } from './certificate.ts'

export interface ExpiryCounts {
  expired: number
  within_7_days: number
  within_30_days: number
  invalid: number
  checked: number
}

export interface ExpiringCertificate {
  site_id: number
  site_url: string
  site_name: string
  valid_to: Date
}

interface Moment {
  now: Date
  /** The days left are counted in this time zone. */
  zone: string
}

const endsSoon = ({ now, zone }: Moment) =>
  sql`outcome = 'seen' and valid_to < ${endOfDaysLeft(certificateExpiringDays, now, zone)}::timestamptz`

/** Counted from the indexes alone. A site whose address changed still counts until its next check. */
export async function countExpiringCertificates(
  db: Database,
  limits: Limits | null,
  moment: Moment,
): Promise<ExpiryCounts> {
  const { now, zone } = moment
  const isVisible = siteIdIsVisible('site_id', limits)
  const query = sql<ExpiryCounts>`select expired, within_7_days, within_30_days,
      (select count(*) from ssl_checks where (outcome = 'no-tls' or problems <> '{}') and ${isVisible}) as invalid,
      (select count(*) from ssl_checks where outcome <> 'unreachable' and ${isVisible}) as checked
    from (
      select count(*) filter (where valid_to <= ${now}::timestamptz) as expired,
        count(*) filter (where valid_to > ${now}::timestamptz and valid_to < ${endOfDaysLeft(7, now, zone)}::timestamptz)
          as within_7_days,
        count(*) filter (where valid_to > ${now}::timestamptz) as within_30_days
      from ssl_checks where ${endsSoon(moment)} and ${isVisible}
    ) as ends`
  return oneRow(await queryRows(db, query))
}

/** The ones that expire first. */
export const listExpiringCertificates = (
  db: Database,
  limits: Limits | null,
  moment: Moment,
  max: number,
): Promise<ExpiringCertificate[]> =>
  queryRows(
    db,
    // A few more than requested, because the address of some sites may have changed.
    sql<ExpiringCertificate>`select site_id, sites.url as site_url, sites.name as site_name, valid_to from (
        select site_id, url, valid_to from ssl_checks where ${endsSoon(moment)} and ${siteIdIsVisible('site_id', limits)}
        order by valid_to, site_id limit ${10 * max}
      ) as ending join sites on sites.id = site_id and sites.url = ending.url
      order by valid_to, site_id limit ${max}`,
  )

/** Certificates that end before then, of the present address of each site, the first to end first. */
export const endingCertificateRows = (limits: Limits | null, before: Date): Fragment =>
  sql`select site_id || ' ' || floor(extract(epoch from valid_to)) as key, site_id, valid_to as at,
      row_number() over (order by valid_to, site_id) as position, null::bigint as assigned_user_id, '{}'::jsonb as facts
    from ssl_checks join sites on sites.id = site_id and sites.url = ssl_checks.url
    where outcome = 'seen' and valid_to < ${before}::timestamptz and ${siteIdIsVisible('site_id', limits)}`
