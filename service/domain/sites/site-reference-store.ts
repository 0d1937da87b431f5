import { CompiledQuery, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { tagsUnknown, unknownClient } from './site-errors.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

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

const rowsOf = async <Row>(db: Db, text: string, values: unknown[]) =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

/**
 * Throws for clients and tags that do not exist or that the caller may not see. Returns whether the client is suspended.
 * The client is locked before any site, as everywhere, so that it is not suspended while it gets the site.
 */
export async function requireReferences(db: Db, { clientId, tagIds = [] }: SiteReferences, options: LookupOptions) {
  const { limits, lock = false } = options
  const limited = limitValues(limits)
  let clientIsSuspended = false
  if (clientId) {
    const seen = limits
      ? `and exists (select from sites where client_id = clients.id and ${visibleSitesSql('sites', 2, 3)})`
      : ''
    const text = `select status from clients where id = $1 ${seen} ${lock ? 'for share' : ''}`
    const [client] = await rowsOf<{ status: string }>(db, text, [clientId, ...limited])
    if (!client) throw unknownClient(clientId)
    clientIsSuspended = client.status === 'suspended'
  }
  if (tagIds.length > 0) {
    const seen = limits
      ? `and (id = any ($3::bigint[]) or exists (select from site_tags join sites on sites.id = site_tags.site_id
          where site_tags.tag_id = tags.id and ${visibleSitesSql('sites', 2, 3)}))`
      : ''
    const text = `select id from tags where id = any ($1::bigint[]) ${seen} order by id ${lock ? 'for key share' : ''}`
    const known = new Set((await rowsOf<{ id: number }>(db, text, [tagIds, ...limited])).map(({ id }) => id))
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
