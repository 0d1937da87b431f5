import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { siteIsVisible } from '../sites/index.ts'

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
  return queryRows(
    db,
    sql<ConcernedSite>`select id, url, name, client_id, suspended_by, ${siteIsVisible('sites', limits)} as visible
      from sites where id = any (${siteIds}::bigint[]) or client_id = ${clientId}::bigint order by id
      ${lock ? sql`for no key update of sites` : sql``}`,
  )
}

export interface SiteOfClient {
  id: number
  url: string
  name: string
  status: 'connected' | 'disconnected' | 'suspended'
  client_id: number
}

export async function listClientSites(
  db: Database,
  clientId: number,
  limits: Limits | null,
  { page, perPage }: { page: number; perPage: number },
): Promise<SiteOfClient[]> {
  return queryRows(
    db,
    sql<SiteOfClient>`select id, url, name, status, client_id from sites
      where client_id = ${clientId} and ${siteIsVisible('sites', limits)}
      order by url, id limit ${perPage} offset ${(page - 1) * perPage}`,
  )
}
