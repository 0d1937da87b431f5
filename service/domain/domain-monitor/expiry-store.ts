import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { domainExpiringDays } from './domain.ts'
import { expirySql } from './domain-store.ts'

export interface ExpiringDomain {
  domain: string
  expiry: Date
  /** One of its sites. */
  site_id: number
  site_url: string
  site_name: string
}

const soon = `${expirySql} < $1::timestamptz + interval '${domainExpiringDays + 1} days'`
const sitesOf = (limited: boolean, at: number) =>
  `select sites.id, sites.url, sites.name from site_domains join sites on sites.id = site_domains.site_id
   where site_domains.domain = domains.name ${limited ? `and ${visibleSitesSql('sites', at, at + 1)}` : ''}`
const nameOf = (name: string, limited: boolean) => `${name}${limited ? '-limited' : ''}`

const counts = (limited: boolean) =>
  statement<{ expired: number; within_30_days: number }>(
    nameOf('domain-expiry', limited),
    `select count(*) filter (where ${expirySql} <= $1::timestamptz) as expired,
       count(*) filter (where ${expirySql} > $1::timestamptz) as within_30_days
     from domains where ${soon} and (select true from (${sitesOf(limited, 2)} limit 1) as used)`,
  )

export const countExpiringDomains = async (db: Database, limits: Limits | null, now: Date) =>
  (await db.fetch(counts(limits !== null), [now, ...limitValues(limits)]))[0]!

const nearest = (limited: boolean) =>
  statement<ExpiringDomain>(
    nameOf('domain-nearest', limited),
    `select domains.name as domain, ${expirySql} as expiry,
       site.id as site_id, site.url as site_url, site.name as site_name
     from domains cross join lateral (${sitesOf(limited, 3)} order by sites.id limit 1) as site
     where ${soon} order by ${expirySql}, domains.name limit $2`,
  )

/** The ones that expire first. */
export const listExpiringDomains = (
  db: Database,
  limits: Limits | null,
  now: Date,
  max: number,
): Promise<ExpiringDomain[]> => db.fetch(nearest(limits !== null), [now, max, ...limitValues(limits)])
