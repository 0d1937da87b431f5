import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { certificateExpiringDays } from './certificate.ts'

export interface ExpiryCounts {
  expired: number
  within_7_days: number
  within_30_days: number
  invalid: number
}

export interface ExpiringCertificate {
  site_id: number
  site_url: string
  site_name: string
  valid_to: Date
}

// `mine`: the numbers of the two parameters of the limits.
const mine = (limited: boolean, at: number) =>
  limited ? `and site_id in (select id from sites where ${visibleSitesSql('sites', at, at + 1)})` : ''
const nameOf = (name: string, limited: boolean) => `${name}${limited ? '-limited' : ''}`

// Counted from the indexes alone. A site whose address changed still counts until its next check.
const counts = (limited: boolean) =>
  statement<ExpiryCounts>(
    nameOf('ssl-expiry', limited),
    `select expired, within_7_days, within_30_days,
       (select count(*) from ssl_checks where (outcome = 'no-tls' or problems <> '{}') ${mine(limited, 2)}) as invalid
     from (
       select count(*) filter (where valid_to <= $1::timestamptz) as expired,
         count(*) filter (where valid_to > $1::timestamptz and valid_to < $1::timestamptz + interval '8 days') as within_7_days,
         count(*) filter (where valid_to > $1::timestamptz) as within_30_days
       from ssl_checks
       where outcome = 'seen' and valid_to < $1::timestamptz + interval '${certificateExpiringDays + 1} days' ${mine(limited, 2)}
     ) as ends`,
  )

export const countExpiringCertificates = async (
  db: Database,
  limits: Limits | null,
  now: Date,
): Promise<ExpiryCounts> => (await db.fetch(counts(limits !== null), [now, ...limitValues(limits)]))[0]!

const nearest = (limited: boolean) =>
  statement<ExpiringCertificate>(
    nameOf('ssl-nearest', limited),
    // A few more than requested, because the address of some sites may have changed.
    `select site_id, sites.url as site_url, sites.name as site_name, valid_to from (
       select site_id, url, valid_to from ssl_checks
       where outcome = 'seen' and valid_to < $1::timestamptz + interval '${certificateExpiringDays + 1} days' ${mine(limited, 3)}
       order by valid_to, site_id limit 10 * $2
     ) as ending join sites on sites.id = site_id and sites.url = ending.url
     order by valid_to, site_id limit $2`,
  )

/** The ones that expire first. */
export const listExpiringCertificates = (
  db: Database,
  limits: Limits | null,
  now: Date,
  max: number,
): Promise<ExpiringCertificate[]> => db.fetch(nearest(limits !== null), [now, max, ...limitValues(limits)])
