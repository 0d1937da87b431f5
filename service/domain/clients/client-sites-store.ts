import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
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

export interface ClientRecords {
  costs: number
  tasks: number
  /** Milliseconds of the tasks. */
  tracked_ms: number
  has_report_schedule: boolean
}

/** What refers to a client besides its sites. */
export async function countClientRecords(db: Db, clientId: number): Promise<ClientRecords> {
  const rows = await queryRows(
    db,
    sql<ClientRecords>`select
      (select count(distinct cost_id) from cost_targets where client_id = ${clientId}) as costs,
      (select count(*) from time_tasks where client_id = ${clientId}) as tasks,
      (select coalesce(sum(milliseconds), 0)::bigint from time_entries join time_tasks on time_tasks.id = task_id
        where client_id = ${clientId} and replaced_at is null) as tracked_ms,
      exists (select from report_schedules where client_id = ${clientId}) as has_report_schedule`,
  )
  return oneRow(rows)
}
