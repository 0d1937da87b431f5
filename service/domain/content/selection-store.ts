import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, type NamedSite, visibleSitesSql } from '../sites/index.ts'

const valuesOf = (limits: Limits | null) => (limits ? limitValues(limits) : [])
const suffix = (limits: Limits | null) => (limits ? '-limited' : '')

const tagsNamed = (limits: Limits | null) =>
  statement<{ id: number; name_key: string }>(
    `content-tags${suffix(limits)}`,
    `select id, name_key from tags where (id = any ($1::bigint[]) or name_key = any ($2::text[]))
     ${
       limits
         ? `and (id = any ($4::bigint[]) or exists (select from site_tags join sites on sites.id = site_tags.site_id
              where site_tags.tag_id = tags.id and ${visibleSitesSql('sites', 3, 4)}))`
         : ''
     }`,
  )

/** For a limited key there are the tags of its limits and those on sites that it may see. */
export async function findTags(db: Database, ids: number[], names: string[], limits: Limits | null) {
  return db.fetch(tagsNamed(limits), [ids, names, ...valuesOf(limits)])
}

const clientsNamed = (limits: Limits | null) =>
  statement<{ id: number; email_key: string | null }>(
    `content-clients${suffix(limits)}`,
    `select id, email_key from clients where (id = any ($1::bigint[]) or email_key = any ($2::text[]))
     ${limits ? `and exists (select from sites where client_id = clients.id and ${visibleSitesSql('sites', 3, 4)})` : ''}`,
  )

/** For a limited key there are the clients of sites that it may see. */
export async function findClients(db: Database, ids: number[], emails: string[], limits: Limits | null) {
  return db.fetch(clientsNamed(limits), [ids, emails, ...valuesOf(limits)])
}

const columns = 'id, url, name, identity, status, client_id, connection, suspended_by'

const sitesSelected = (limits: Limits | null) =>
  statement<NamedSite>(
    `content-sites${suffix(limits)}`,
    `select ${columns} from sites
     where (id = any ($1::bigint[]) or client_id = any ($3::bigint[])
       or id in (select site_id from site_tags where tag_id = any ($2::bigint[])))
     ${limits ? `and ${visibleSitesSql('sites', 5, 6)}` : ''} order by url, id limit $4`,
  )

export interface Selected {
  siteIds: number[]
  tagIds: number[]
  clientIds: number[]
}

/** The union of all that is selected, as far as the caller may see it. */
export async function findSelectedSites(
  db: Database,
  { siteIds, tagIds, clientIds }: Selected,
  limits: Limits | null,
  most: number,
): Promise<NamedSite[]> {
  return db.fetch(sitesSelected(limits), [siteIds, tagIds, clientIds, most, ...valuesOf(limits)])
}

const sitesVisible = (limits: Limits | null) =>
  statement<NamedSite>(
    `content-all-sites${suffix(limits)}`,
    `select ${columns} from sites ${limits ? `where ${visibleSitesSql('sites', 2, 3)}` : ''} order by url, id limit $1`,
  )

export async function findVisibleSites(db: Database, limits: Limits | null, most: number): Promise<NamedSite[]> {
  return db.fetch(sitesVisible(limits), [most, ...valuesOf(limits)])
}
