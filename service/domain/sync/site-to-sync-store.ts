import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Those of the sites that were last synced before that time and are in no open job that syncs them. */
export async function listSitesToSync(trx: Db, siteIds: number[], syncedBefore: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sites
    where id = any (${siteIds}::bigint[]) and coalesce(last_sync_attempt, '-infinity') < ${syncedBefore}
      and id not in (
        select job_targets.site_id from job_targets
        join jobs on jobs.id = job_targets.job_id and jobs.status in ('pending', 'processing')
          and jobs.operation = 'sync-site'
        where state in ('waiting', 'running') and job_targets.site_id is not null)`.execute(trx)
  return rows.map(({ id }) => id)
}
