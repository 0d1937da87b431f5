import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { BatchMessage } from './start-job.ts'

const openJobs = (usualSize: number) => sql`
  select id, total, case when lane = 'heavy' then 1 else ${usualSize}::int end as size,
    coalesce(started_at, created_at) as since
  from jobs where status in ('pending', 'processing')`

// Range by range (lateral, one row): without statistics PostgreSQL would compare every range with all that waits.
const whereSomethingWaits = sql`
  cross join lateral (select from job_targets
    where job_id = id and position >= batch * size and position < (batch + 1) * size and state = 'waiting'
    limit 1) as waiting`

/**
 * Ranges that nobody works on although something in them is free: a worker died, or a message got lost. Whether a job
 * moves is looked up for all at once: asked target by target it took seconds with some jobs of 10,000.
 */
export async function findAbandonedBatches(db: Db, usualSize: number): Promise<BatchMessage[]> {
  const { rows } = await sql<BatchMessage>`
    with open_jobs as materialized (${openJobs(usualSize)}),
    running as materialized (
      select job_id, position, leased_until < now() as is_free from job_targets where state = 'running'),
    still as (
      select id, total, size from open_jobs
      where since < now() - interval '1 minute' and id not in (select job_id from running))
    select distinct job_id as job, position / size as batch
    from running join open_jobs on id = job_id where is_free
    union all
    select id, batch from still cross join lateral generate_series(0, (total - 1) / size) as batch ${whereSomethingWaits}
    limit 1000`.execute(db)
  return rows
}

/** Those of the given ranges in which something waits. */
export async function findUnbegunBatches(db: Db, given: BatchMessage[], usualSize: number): Promise<BatchMessage[]> {
  const [jobs, batches] = [given.map(({ job }) => job), given.map(({ batch }) => batch)]
  const { rows } = await sql<BatchMessage>`
    select id as job, batch from unnest(${jobs}::bigint[], ${batches}::bigint[]) as given (job, batch)
    join (${openJobs(usualSize)}) as open_jobs on id = job ${whereSomethingWaits}`.execute(db)
  return rows
}
