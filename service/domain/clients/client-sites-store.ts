import { CompiledQuery, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'

export interface ConcernedSite {
  id: number
  url: string
  name: string
  client_id: number | null
  suspended_by: 'none' | 'hand' | 'client'
  /** Whether the caller may see it. */
  visible: boolean
}

interface Question {
  clientId: number | null
  /** Further sites that the client shall have. */
  siteIds?: number[]
  limits: Limits | null
}

/**
 * The sites of a client and those named. With `lock` they stay as they are until the transaction ends; locked in the
 * order of their ids, and after the client, so that two who want the same sites wait for each other in turn.
 */
export async function concernedSites(
  db: Db,
  { clientId, siteIds = [], limits }: Question,
  { lock = false } = {},
): Promise<ConcernedSite[]> {
  const text = `select id, url, name, client_id, suspended_by, ${limits ? visibleSitesSql('sites', 3, 4) : 'true'} as visible
    from sites where id = any ($1::bigint[]) or client_id = $2::bigint order by id
    ${lock ? 'for no key update of sites' : ''}`
  const values = [siteIds, clientId, ...(limits ? limitValues(limits) : [])]
  return (await db.executeQuery<ConcernedSite>(CompiledQuery.raw(text, values))).rows
}

/** `clientId` null: they have no client any more. */
export async function assignSites(trx: Db, siteIds: number[], clientId: number | null, now: Date): Promise<void> {
  if (siteIds.length === 0) return
  await trx
    .updateTable('sites')
    .set({ client_id: clientId, updated_at: now })
    .where(sql<boolean>`id = any (${siteIds}::bigint[])`)
    .execute()
}

export interface ListedSite {
  id: number
  url: string
  name: string
  status: 'connected' | 'disconnected' | 'suspended'
  client_id: number
}

const sitesOfClient = (limited: boolean) =>
  statement<ListedSite>(
    `sites-of-client${limited ? '-limited' : ''}`,
    `select id, url, name, status, client_id from sites
     where client_id = $1 ${limited ? `and ${visibleSitesSql('sites', 4, 5)}` : ''}
     order by url, id limit $2 offset $3`,
  )

export async function listClientSites(
  db: Database,
  clientId: number,
  limits: Limits | null,
  { page, perPage }: { page: number; perPage: number },
): Promise<ListedSite[]> {
  return db.fetch(sitesOfClient(limits !== null), [
    clientId,
    perPage,
    (page - 1) * perPage,
    ...(limits ? limitValues(limits) : []),
  ])
}
