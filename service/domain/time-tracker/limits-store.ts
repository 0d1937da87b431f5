import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIsVisible } from '../sites/index.ts'
import { bucketIsVisible, taskIsVisible } from './visible-tasks-store.ts'

export async function seesTask(db: Db, taskId: number, limits: Limits): Promise<boolean> {
  const query = sql<{ visible: boolean }>`select ${taskIsVisible(limits)} as visible
    from time_tasks as task where id = ${taskId}`
  return (await queryRows(db, query))[0]?.visible ?? false
}

export interface ConcernedCount {
  sites: number
  /** Number of these sites that the key does not see. */
  beyond: number
  /** Number of clients of these sites. */
  clients: number
}

/** Counts the given sites and all sites of the given clients. */
export async function countConcerned(
  db: Db,
  { siteIds, clientIds }: { siteIds: readonly number[]; clientIds: readonly number[] },
  limits: Limits,
): Promise<ConcernedCount> {
  const query = sql<ConcernedCount>`select count(*) as sites, count(distinct client_id) as clients,
      count(*) filter (where not ${siteIsVisible('sites', limits)}) as beyond
    from sites where id = any (${siteIds}::bigint[]) or client_id = any (${clientIds}::bigint[])`
  return oneRow(await queryRows(db, query))
}

export async function seesBucket(db: Db, bucketId: number, limits: Limits): Promise<boolean> {
  const query = sql<{ visible: boolean }>`select ${bucketIsVisible(limits)} as visible
    from time_buckets as bucket where id = ${bucketId}`
  return (await queryRows(db, query))[0]?.visible ?? false
}
