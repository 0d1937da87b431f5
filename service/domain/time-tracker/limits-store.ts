import { CompiledQuery } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { visibleBucketsSql, visibleTasksSql } from './visible-tasks.ts'

export async function seesTask(db: Db, taskId: number, limits: Limits): Promise<boolean> {
  const text = `select ${visibleTasksSql('task', 2, 3)} as visible from time_tasks as task where id = $1`
  const query = CompiledQuery.raw(text, [taskId, ...limitValues(limits)])
  return (await db.executeQuery<{ visible: boolean }>(query)).rows[0]?.visible ?? false
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
  const text = `select count(*) as sites, count(distinct client_id) as clients,
      count(*) filter (where not ${visibleSitesSql('sites', 3, 4)}) as beyond
    from sites where id = any ($1::bigint[]) or client_id = any ($2::bigint[])`
  const query = CompiledQuery.raw(text, [siteIds, clientIds, ...limitValues(limits)])
  return (await db.executeQuery<ConcernedCount>(query)).rows[0]!
}

export async function seesBucket(db: Db, bucketId: number, limits: Limits): Promise<boolean> {
  const text = `select ${visibleBucketsSql('bucket', 2, 3)} as visible from time_buckets as bucket where id = $1`
  const query = CompiledQuery.raw(text, [bucketId, ...limitValues(limits)])
  return (await db.executeQuery<{ visible: boolean }>(query)).rows[0]?.visible ?? false
}
