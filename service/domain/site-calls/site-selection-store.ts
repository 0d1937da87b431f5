import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, type NamedSite, visibleSitesSql } from '../sites/index.ts'

const suffix = (limits: Limits | null) => (limits ? '-limited' : '')

const tagsNamed = (limits: Limits | null) =>
  statement<{ id: number; name_key: string }>(
    `site-calls-tags${suffix(limits)}`,
    `select id, name_key from tags where (id = any ($1::bigint[]) or name_key = any ($2::text[]))
     ${
       limits
         ? `and (id = any ($4::bigint[]) or exists (select from site_tags join sites on sites.id = site_tags.site_id
              where site_tags.tag_id = tags.id and ${visibleSitesSql('sites', 3, 4)}))`
         : ''
     }`,
  )

/** With limits: the tags of the limits and those on visible sites. */
export async function listTagRefs(db: Database, ids: number[], names: string[], limits: Limits | null) {
  return db.fetch(tagsNamed(limits), [ids, names, ...limitValues(limits)])
}

const clientsNamed = (limits: Limits | null) =>
  statement<{ id: number; email_key: string | null }>(
    `site-calls-clients${suffix(limits)}`,
    `select id, email_key from clients where (id = any ($1::bigint[]) or email_key = any ($2::text[]))
     ${limits ? `and exists (select from sites where client_id = clients.id and ${visibleSitesSql('sites', 3, 4)})` : ''}`,
  )

/** With limits: the clients of visible sites. */
export async function listClientRefs(db: Database, ids: number[], emails: string[], limits: Limits | null) {
  return db.fetch(clientsNamed(limits), [ids, emails, ...limitValues(limits)])
}

const columns = 'id, url, name, identity, status, client_id, connection, suspended_by'

const sitesSelected = (limits: Limits | null) =>
  statement<NamedSite>(
    `site-calls-sites${suffix(limits)}`,
    `select ${columns} from sites
     where (id = any ($1::bigint[]) or client_id = any ($3::bigint[])
       or id in (select site_id from site_tags where tag_id = any ($2::bigint[])))
     ${limits ? `and ${visibleSitesSql('sites', 5, 6)}` : ''} order by url, id limit $4`,
  )

interface SelectedIds {
  siteIds: number[]
  tagIds: number[]
  clientIds: number[]
}

/** The union of everything selected, within the limits. */
export async function listSelectedSites(
  db: Database,
  { siteIds, tagIds, clientIds }: SelectedIds,
  limits: Limits | null,
  limit: number,
): Promise<NamedSite[]> {
  return db.fetch(sitesSelected(limits), [siteIds, tagIds, clientIds, limit, ...limitValues(limits)])
}

const taggedSites = statement<{ site_id: number; tag_id: number }>(
  'site-calls-tagged-sites',
  'select site_id, tag_id from site_tags where tag_id = any ($1::bigint[])',
)

export async function listTagsOfSites(db: Database, tagIds: number[]): Promise<{ site_id: number; tag_id: number }[]> {
  return tagIds.length === 0 ? [] : db.fetch(taggedSites, [tagIds])
}

const sitesVisible = (limits: Limits | null) =>
  statement<NamedSite>(
    `site-calls-all-sites${suffix(limits)}`,
    `select ${columns} from sites ${limits ? `where ${visibleSitesSql('sites', 2, 3)}` : ''} order by url, id limit $1`,
  )

export async function listVisibleSites(db: Database, limits: Limits | null, limit: number): Promise<NamedSite[]> {
  return db.fetch(sitesVisible(limits), [limit, ...limitValues(limits)])
}
