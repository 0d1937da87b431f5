import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { clientIdIsVisible, tagIdIsVisible } from '../../operation/visible-sites-store.ts'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { tagsUnknown, unknownClient } from './site-errors.ts'

/** The client and the tags of a site; null and undefined mean none. */
export interface SiteReferences {
  clientId?: number | null | undefined
  tagIds?: number[] | undefined
}

interface LookupOptions {
  limits: Limits | null
  /** Lock them until the transaction ends. */
  lock?: boolean
}

/**
 * Throws for clients and tags that do not exist or that the caller may not see. Returns whether the client is suspended.
 * The client is locked before any site, as everywhere, so that it is not suspended while it gets the site.
 */
export async function requireReferences(db: Db, { clientId, tagIds = [] }: SiteReferences, options: LookupOptions) {
  const { limits, lock = false } = options
  let clientIsSuspended = false
  if (clientId) {
    const [client] = await queryRows(
      db,
      sql<{
        status: string
      }>`select status from clients where id = ${clientId} and ${clientIdIsVisible('clients.id', limits)}
        ${lock ? sql`for share` : sql``}`,
    )
    if (!client) throw unknownClient(clientId)
    clientIsSuspended = client.status === 'suspended'
  }
  if (tagIds.length > 0) {
    const rows = await queryRows(
      db,
      sql<{
        id: number
      }>`select id from tags where id = any (${tagIds}::bigint[]) and ${tagIdIsVisible('tags.id', limits)} order by id
        ${lock ? sql`for key share` : sql``}`,
    )
    const known = new Set(rows.map(({ id }) => id))
    const unknown = tagIds.filter((id) => !known.has(id))
    if (unknown.length > 0) throw tagsUnknown(unknown)
  }
  return { clientIsSuspended }
}

export async function replaceTags(trx: Db, siteId: number, tagIds: number[]): Promise<void> {
  await sql`delete from site_tags where site_id = ${siteId} and tag_id <> all (${tagIds}::bigint[])`.execute(trx)
  await addTags(trx, [siteId], tagIds)
}

/** Adds every tag to every site in the order of ids. Returns the number of new pairs. */
export async function addTags(trx: Db, siteIds: number[], tagIds: number[]): Promise<number> {
  if (siteIds.length === 0 || tagIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into site_tags (site_id, tag_id)
    select sites.id, tag_id from sites cross join unnest(${tagIds}::bigint[]) as added (tag_id)
    where sites.id = any (${siteIds}::bigint[]) order by sites.id, tag_id for key share of sites
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Returns the number of removed pairs. */
export async function removeTags(trx: Db, siteIds: number[], tagIds: number[]): Promise<number> {
  if (siteIds.length === 0 || tagIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    delete from site_tags
    where site_id = any (${siteIds}::bigint[]) and tag_id = any (${tagIds}::bigint[])`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** null if the caller may not see the client. */
export async function findClientName(db: Db, id: number, limits: Limits | null): Promise<string | null> {
  const rows = await queryRows(
    db,
    sql<{ name: string }>`select name from clients where id = ${id} and ${clientIdIsVisible('clients.id', limits)}`,
  )
  return rows[0]?.name ?? null
}

/** The client of each site that has one. */
export async function listClientsOfSites(db: Db, sites: readonly { id: number }[]): Promise<Map<number, number>> {
  const ids = sites.map(({ id }) => id)
  const rows = await queryRows(
    db,
    sql<{ id: number; client_id: number }>`select id, client_id from sites
      where id = any (${ids}::bigint[]) and client_id is not null`,
  )
  return new Map(rows.map(({ id, client_id }) => [id, client_id]))
}

/** Which of these tags each site has. */
export async function listAssignedTags(
  db: Db,
  sites: readonly { id: number }[],
  tagIds: readonly number[],
): Promise<Map<number, number[]>> {
  const ids = sites.map(({ id }) => id)
  const rows = await queryRows(
    db,
    sql<{ site_id: number; tags: number[] }>`select site_id, array_agg(tag_id order by tag_id) as tags from site_tags
      where site_id = any (${ids}::bigint[]) and tag_id = any (${[...tagIds]}::bigint[]) group by site_id`,
  )
  return new Map(rows.map(({ site_id, tags }) => [site_id, tags]))
}
