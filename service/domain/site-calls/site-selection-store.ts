import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { clientIdIsVisible, type NamedSite, siteIsVisible, tagIdIsVisible } from '../sites/index.ts'

/** With limits: the tags of the limits and those on visible sites. */
export async function listTagRefs(db: Database, ids: number[], names: string[], limits: Limits | null) {
  return queryRows(
    db,
    sql<{ id: number; name_key: string }>`select id, name_key from tags
      where (id = any (${ids}::bigint[]) or name_key = any (${names}::text[])) and ${tagIdIsVisible('tags.id', limits)}`,
  )
}

/** With limits: the clients of the limits and of visible sites. */
export async function listClientRefs(db: Database, ids: number[], emails: string[], limits: Limits | null) {
  return queryRows(
    db,
    sql<{ id: number; email_key: string | null }>`select id, email_key from clients
      where (id = any (${ids}::bigint[]) or email_key = any (${emails}::text[])) and ${clientIdIsVisible('clients.id', limits)}`,
  )
}

const columns = sql`id, url, name, identity, status, client_id, connection, suspended_by, key_is_retried`

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
  return queryRows(
    db,
    sql<NamedSite>`select ${columns} from sites
      where (id = any (${siteIds}::bigint[]) or client_id = any (${clientIds}::bigint[])
          or id in (select site_id from site_tags where tag_id = any (${tagIds}::bigint[])))
        and ${siteIsVisible('sites', limits)}
      order by url, id limit ${limit}`,
  )
}

export async function listTagsOfSites(db: Database, tagIds: number[]): Promise<{ site_id: number; tag_id: number }[]> {
  if (tagIds.length === 0) return []
  return queryRows(
    db,
    sql<{ site_id: number; tag_id: number }>`select site_id, tag_id from site_tags
      where tag_id = any (${tagIds}::bigint[])`,
  )
}

export async function listVisibleSites(db: Database, limits: Limits | null, limit: number): Promise<NamedSite[]> {
  return queryRows(
    db,
    sql<NamedSite>`select ${columns} from sites where ${siteIsVisible('sites', limits)} order by url, id limit ${limit}`,
  )
}
