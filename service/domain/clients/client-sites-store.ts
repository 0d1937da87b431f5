import { CompiledQuery } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'

export interface ConcernedSite {
  id: number
  url: string
  name: string
  client_id: number | null
  suspended_by: 'none' | 'hand' | 'client'
  /** True when the caller may see it. */
  visible: boolean
}

interface ConcernedSitesQuery {
  clientId: number | null
  /** Sites to add to the client. */
  siteIds?: number[]
  limits: Limits | null
}

/**
 * The sites of a client and the sites of `siteIds`. `lock` locks them until the transaction ends, in the order of ids and
 * after the client, to avoid deadlocks.
 */
export async function listConcernedSites(
  db: Db,
  { clientId, siteIds = [], limits }: ConcernedSitesQuery,
  { lock = false } = {},
): Promise<ConcernedSite[]> {
  const text = `select id, url, name, client_id, suspended_by, ${limits ? visibleSitesSql('sites', 3, 4) : 'true'} as visible
    from sites where id = any ($1::bigint[]) or client_id = $2::bigint order by id
    ${lock ? 'for no key update of sites' : ''}`
  const values = [siteIds, clientId, ...limitValues(limits)]
  return (await db.executeQuery<ConcernedSite>(CompiledQuery.raw(text, values))).rows
}

export interface SiteOfClient {
  id: number
  url: string
  name: string
  status: 'connected' | 'disconnected' | 'suspended'
  client_id: number
}

const sitesOfClient = (limited: boolean) =>
  statement<SiteOfClient>(
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
): Promise<SiteOfClient[]> {
  return db.fetch(sitesOfClient(limits !== null), [clientId, perPage, (page - 1) * perPage, ...limitValues(limits)])
}
