import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIsVisible } from '../sites/index.ts'
import { endOfExpiringDays } from './domain.ts'
import { expiry, isExpired } from './domain-store.ts'

export interface ExpiringDomain {
  domain: string
  expiry: Date
  /** One of its sites. */
  site_id: number
  site_url: string
  site_name: string
}

interface Moment {
  now: Date
  /** The days left are counted in this time zone. */
  zone: string
}

const endsSoon = ({ now, zone }: Moment): Fragment => sql`${expiry} < ${endOfExpiringDays(now, zone)}::timestamptz`

const sitesOfDomain = (limits: Limits | null): Fragment =>
  sql`select sites.id, sites.url, sites.name from site_domains join sites on sites.id = site_domains.site_id
    where site_domains.domain = domains.name and ${siteIsVisible('sites', limits)}`

export async function countExpiringDomains(db: Database, limits: Limits | null, moment: Moment) {
  const expired = isExpired(moment.now, moment.zone)
  const query = sql<{ expired: number; within_30_days: number; unknown: number }>`
    select count(*) filter (where ${expired}) as expired,
      count(*) filter (where not ${expired}) as within_30_days,
      count(*) filter (where ${expiry} is null) as unknown
    from domains where (${endsSoon(moment)} or ${expiry} is null) and exists (${sitesOfDomain(limits)})`
  return oneRow(await queryRows(db, query))
}

/** Nothing is known about the domains of these sites. */
export async function countUncheckedSites(db: Database, limits: Limits | null): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from sites where suspended_by = 'none'
      and ${siteIsVisible('sites', limits)} and not exists (
        select from site_domains where site_domains.site_id = sites.id and site_domains.url = sites.url)`
  return oneRow(await queryRows(db, query)).total
}

/** The ones that expire first. */
export const listExpiringDomains = (
  db: Database,
  limits: Limits | null,
  moment: Moment,
  max: number,
): Promise<ExpiringDomain[]> =>
  queryRows(
    db,
    sql<ExpiringDomain>`select domains.name as domain, ${expiry} as expiry,
        site.id as site_id, site.url as site_url, site.name as site_name
      from domains cross join lateral (${sitesOfDomain(limits)} order by sites.id limit 1) as site
      where ${endsSoon(moment)} order by ${expiry}, domains.name limit ${max}`,
  )

export interface EndingDomainFacts {
  domain: string
  expired: boolean
}

/** Domains that expire soon or have expired, each with its first visible site. */
export const endingDomainRows = (limits: Limits | null, moment: Moment): Fragment =>
  sql`select domains.name || ' ' || floor(extract(epoch from ${expiry})) as key, site.id as site_id, ${expiry} as at,
      row_number() over (order by ${expiry}, domains.name) as position, null::bigint as assigned_user_id,
      jsonb_build_object('domain', domains.name, 'expired', ${isExpired(moment.now, moment.zone)}) as facts
    from domains cross join lateral (
      ${sitesOfDomain(limits)} and sites.suspended_by = 'none' order by sites.id limit 1) as site
    where ${endsSoon(moment)}`
