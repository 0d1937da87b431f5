import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Those of the sites that were last synced before that time and are in no open job that syncs them. */
export async function listSitesToSync(
  trx: Db,
  siteIds: readonly number[],
  syncedBefore: Date,
): Promise<{ id: number; label: string }[]> {
  const { rows } = await sql<{ id: number; label: string }>`
    select id, url as label from sites
    where id = any (${siteIds}::bigint[]) and coalesce(last_sync_attempt, '-infinity') < ${syncedBefore}
      and id not in (
        select job_targets.site_id from job_targets
        join jobs on jobs.id = job_targets.job_id and jobs.status in ('pending', 'processing')
          and jobs.operation = 'sync-site'
        where state in ('waiting', 'running') and job_targets.site_id is not null)
    order by id`.execute(trx)
  return rows
}
