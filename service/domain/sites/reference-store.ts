import { CompiledQuery } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientUnknown, tagsUnknown } from './site-errors.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

/** The client and the tags that a site shall have; null and undefined name none. */
export interface References {
  clientId?: number | null | undefined
  tagIds?: number[] | undefined
}

interface Looking {
  limits: Limits | null
  /** They stay as they are until the transaction ends. */
  hold?: boolean
}

const rowsOf = async <Row>(db: Db, text: string, values: unknown[]) =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

/**
 * Refuses what does not exist, or not for this caller. Answers whether the client is suspended. The client is held
 * before any site, as everywhere, so that nobody suspends it while it gets one.
 */
export async function requireReferences(db: Db, { clientId, tagIds = [] }: References, looking: Looking) {
  const { limits, hold = false } = looking
  const limited = limits ? limitValues(limits) : []
  let clientIsSuspended = false
  if (clientId) {
    const seen = limits
      ? `and exists (select from sites where client_id = clients.id and ${visibleSitesSql('sites', 2, 3)})`
      : ''
    const text = `select status from clients where id = $1 ${seen} ${hold ? 'for share' : ''}`
    const [client] = await rowsOf<{ status: string }>(db, text, [clientId, ...limited])
    if (!client) throw clientUnknown(clientId)
    clientIsSuspended = client.status === 'suspended'
  }
  if (tagIds.length > 0) {
    const seen = limits
      ? `and (id = any ($3::bigint[]) or exists (select from site_tags join sites on sites.id = site_tags.site_id
          where site_tags.tag_id = tags.id and ${visibleSitesSql('sites', 2, 3)}))`
      : ''
    const text = `select id from tags where id = any ($1::bigint[]) ${seen} order by id ${hold ? 'for key share' : ''}`
    const known = new Set((await rowsOf<{ id: number }>(db, text, [tagIds, ...limited])).map(({ id }) => id))
    const unknown = tagIds.filter((id) => !known.has(id))
    if (unknown.length > 0) throw tagsUnknown(unknown)
  }
  return { clientIsSuspended }
}
