import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_sync_turns: { site_id: number; next_at: Date }
  }
}

interface SiteToSync {
  id: number
  url: string
}

/** Sites without a schedule are due at once. */
export async function insertMissingSyncSchedules(trx: Db, now: Date): Promise<void> {
  await sql`
    insert into site_sync_turns (site_id, next_at)
    select id, ${now} from sites
    where connection = 'connected' and not exists (select from site_sync_turns where site_id = sites.id)
    on conflict do nothing`.execute(trx)
}

/**
 * Takes the due sites, the longest overdue first, and schedules the next sync of each: at its own time within the
 * period, spread evenly over the period by the golden ratio of the id. Concurrent callers get different sites. Sites that
 * cannot be synced now, were synced just before or are in a job already are left out.
 */
export async function takeSitesDueForSync(
  trx: Db,
  { now, periodSeconds, most }: { now: Date; periodSeconds: number; most: number },
): Promise<SiteToSync[]> {
  const { rows } = await sql<SiteToSync>`
    with due as (
      select site_id from site_sync_turns where next_at <= ${now} order by next_at limit ${most}
      for update skip locked),
    moved as (
      update site_sync_turns set next_at = ${nextRunAt(now, periodSeconds)}
      from due where due.site_id = site_sync_turns.site_id returning site_sync_turns.site_id)
    select id, url from sites join moved on moved.site_id = sites.id
    where connection = 'connected' and suspended_by = 'none'
      and coalesce(last_sync_attempt, '-infinity') < ${now}::timestamptz - make_interval(secs => ${periodSeconds / 4})
      and id not in (
        select job_targets.site_id from job_targets
        join jobs on jobs.id = job_targets.job_id and jobs.status in ('pending', 'processing')
          and jobs.operation = 'sync-site'
        where state in ('waiting', 'running') and job_targets.site_id is not null)
    order by id`.execute(trx)
  return rows
}

/** The next time at the site's own offset in the period. */
const nextRunAt = (now: Date, periodSeconds: number) => sql`
  to_timestamp((floor(${now.getTime() / 1000}::float8 / ${periodSeconds} - ${offsetInPeriod})
    + 1 + ${offsetInPeriod}) * ${periodSeconds})`
const offsetInPeriod = sql`(site_sync_turns.site_id * 0.618033988749895::float8
  - floor(site_sync_turns.site_id * 0.618033988749895::float8))`

/** For the dry run. */
export async function countSitesDueForSync(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from sites left join site_sync_turns on site_id = sites.id
    where connection = 'connected' and suspended_by = 'none' and coalesce(next_at, ${now}) <= ${now}`.execute(db)
  return rows[0]!.due
}
