import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import type { Db } from '../../platform/database/database.ts'
import { siteIsVisible } from '../sites/index.ts'

export interface AddressedSite {
  id: number
  url: string
}

/** Sites whose domain is not determined yet, or whose address changed; at most `max`. */
export async function listUnassignedSites(db: Db, max: number): Promise<AddressedSite[]> {
  const { rows } = await sql<AddressedSite>`
    select id, sites.url from sites left join site_domains on site_domains.site_id = sites.id
    where site_domains.url is distinct from sites.url order by id limit ${max}`.execute(db)
  return rows
}

/** Stores the domain of each site; a new domain is due at once. */
export async function assignDomains(
  trx: Db,
  sites: readonly (AddressedSite & { domain: string | null })[],
  now: Date,
): Promise<void> {
  if (sites.length === 0) return
  const rows = JSON.stringify(sites.map(({ id, url, domain }) => ({ id, url, domain })))
  await sql`
    insert into domains (name, next_at)
    select distinct domain, ${now}::timestamptz from jsonb_to_recordset(${rows}::jsonb) as given (domain text)
    where domain is not null order by 1 on conflict do nothing`.execute(trx)
  await sql`
    insert into site_domains (site_id, url, domain)
    select sites.id, given.url, given.domain
    from jsonb_to_recordset(${rows}::jsonb) as given (id bigint, url text, domain text) join sites using (id)
    order by sites.id
    on conflict (site_id) do update set url = excluded.url, domain = excluded.domain`.execute(trx)
}

/** Deletes domains without a site. */
export async function deleteUnusedDomains(trx: Db): Promise<void> {
  await sql`
    delete from domains where not exists (select from site_domains where site_domains.domain = domains.name)`.execute(
    trx,
  )
}

export interface DomainSite {
  id: number
  url: string
  name: string
  visible: boolean
}

/** The sites that share a domain, and whether the caller may see each. */
export async function listSitesOfDomain(db: Db, domain: string, limits: Limits | null): Promise<DomainSite[]> {
  const { rows } = await sql<DomainSite>`
    select id, sites.url, name, ${siteIsVisible('sites', limits)} as visible
    from sites join site_domains on site_domains.site_id = sites.id
    where domain = ${domain} order by id`.execute(db)
  return rows
}
