import { sql } from 'kysely'
import type { ResultOutcome } from '../../operation/item-results.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { microBatched } from '../../platform/database/micro-batcher.ts'
import { type Lease, leaseWork, releaseWork, renewWork, type WorkTable } from '../../platform/work/work-store.ts'
import { type EndedJob, publishEndedJobs } from './job-events.ts'
import { endedJobColumns, isCancelling, jobsChannel, type TargetRow } from './job-store.ts'
import type { BatchMessage } from './start-job.ts'

interface TargetFilter {
  state?: TargetRow['state'] | undefined
  /** Of targets that have ended. */
  outcome?: ResultOutcome | undefined
}

/** With the current name of its site; null if it has none, or was deleted. */
export type NamedTarget = TargetRow & { site_name: string | null }

function selectTargets(db: Db, jobId: number, { state, outcome }: TargetFilter) {
  let query = db.selectFrom('job_targets').where('job_id', '=', jobId)
  if (state) query = query.where('state', '=', state)
  if (outcome) query = query.where('outcome', '=', outcome).where('finished_at', 'is not', null)
  return query
}

export async function listTargets(
  db: Db,
  jobId: number,
  filter: TargetFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<NamedTarget[]> {
  return selectTargets(db, jobId, filter)
    .selectAll()
    .select(sql<string | null>`(select name from sites where id = job_targets.site_id)`.as('site_name'))
    .orderBy('position')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

export async function countTargets(db: Db, jobId: number, filter: TargetFilter): Promise<number> {
  const counted = selectTargets(db, jobId, filter).select(sql<number>`count(*)`.as('total'))
  return (await counted.executeTakeFirstOrThrow()).total
}

const targetWork: WorkTable<'job_id' | 'position'> = {
  table: 'job_targets',
  key: ['job_id', 'position'],
  states: {
    ...{ waiting: 'waiting', leased: 'running', done: 'succeeded', failed: 'failed', unknown: 'failed' },
    cancelled: 'cancelled',
  },
}

/** A target that so many workers had and lost, or gave back, ends. */
export const maxTargetAttempts = 10

/** Leases the free targets of a range: waiting ones, and ones whose worker stopped renewing its lease. */
export const leaseTargets = (
  db: Db,
  jobId: number,
  range: { from: number; to: number },
  lease: Lease,
): Promise<TargetRow[]> =>
  leaseWork(
    db,
    targetWork,
    {
      scope: sql`job_id = ${jobId}`,
      conditions: [
        sql`position >= ${range.from} and position < ${range.to}`,
        sql`attempts - attempts_before_retry < ${maxTargetAttempts}`,
        sql`exists (select from jobs where id = ${jobId} and status in ('pending', 'processing') and not ${isCancelling})`,
      ],
      orderBy: sql`position`,
      set: sql`started_at = coalesce(started_at, now())`,
    },
    lease,
  )

/** Returns the targets that no other worker has taken. */
export const renewTargetLeases = (db: Database, lease: Lease, targets: TargetRow[]): Promise<TargetRow[]> =>
  renewWork(db, targetWork, lease, targets)

/** Gives up the lease, so that any worker may start the target again. */
export const returnTarget = (db: Database, { job_id, position }: TargetRow, holder: string): Promise<void> =>
  releaseWork(db, targetWork, holder, sql`job_id = ${job_id} and position = ${position}`)

/** Lets other workers continue at once with the targets of a worker that stops. */
export const releaseLeases = (db: Database, holder: string): Promise<void> => releaseWork(db, targetWork, holder)

export interface TargetOutcome {
  /** `cancelled`: it had not begun when its job was cancelled. */
  outcome: ResultOutcome | 'cancelled'
  /** Null when the operation threw. */
  result: unknown
  /** Why the target, or a part of it, was not done. */
  error: { code: string; message: string } | null
}

function stateOf({ outcome }: TargetOutcome): TargetRow['state'] {
  if (outcome === 'cancelled') return 'cancelled'
  return outcome === 'succeeded' || outcome === 'nothing_to_do' ? 'succeeded' : 'failed'
}

const isOver = sql`jobs.succeeded + summed.succeeded + jobs.failed + summed.failed + jobs.cancelled + summed.cancelled >= total`

interface RecordedOutcome {
  target: Pick<TargetRow, 'job_id' | 'position'>
  /** Null: for a target whose lease has expired. */
  holder: string | null
  ended: TargetOutcome
  now: Date
}

const latestOf = (outcomes: readonly RecordedOutcome[]) =>
  new Date(Math.max(...outcomes.map(({ now }) => now.getTime())))

const targetKey = ({ job_id, position }: RecordedOutcome['target']) => `${job_id} ${position}`

async function recordTogether(db: Database, outcomes: RecordedOutcome[]): Promise<boolean[]> {
  const column = <Value>(read: (one: RecordedOutcome) => Value) => outcomes.map(read)
  // Only the holder of the lease records, so that a target has one outcome even if two workers ran it. A partial target whose
  // retry failed as a whole, or was cancelled, stays partial: what was done before is still done.
  const query = sql<Pick<TargetRow, 'job_id' | 'position'> & { ended_job: EndedJob | null }>`with target as (
      update job_targets as stored set state = given.state, error_code = given.error_code,
        error_message = given.error_message, finished_at = given.finished_at, leased_by = null, leased_until = null,
        outcome = case when given.result is null and stored.outcome = 'partial' then 'partial' else given.outcome end,
        result = case when given.result is null and stored.outcome = 'partial' then stored.result else given.result end
      from unnest(
        ${column(({ target }) => target.job_id)}::bigint[],
        ${column(({ target }) => target.position)}::integer[],
        ${column(({ holder }) => holder)}::text[],
        ${column(({ ended }) => stateOf(ended))}::text[],
        ${column(({ ended }) => (ended.result === null ? null : JSON.stringify(ended.result ?? null)))}::jsonb[],
        ${column(({ ended }) => ended.error?.code ?? null)}::text[],
        ${column(({ ended }) => ended.error?.message ?? null)}::text[],
        ${column(({ now }) => now)}::timestamptz[],
        ${column(({ ended }) => (ended.outcome === 'cancelled' ? null : ended.outcome))}::text[]
      ) as given (job_id, position, holder, state, result, error_code, error_message, finished_at, outcome)
      where stored.job_id = given.job_id and stored.position = given.position and stored.state = 'running'
        and (stored.leased_by = given.holder or (given.holder is null and stored.leased_until < now()))
      returning stored.job_id, stored.position, stored.state, stored.outcome, stored.finished_at),
    summed as (
      select job_id, count(*) filter (where state = 'succeeded') as succeeded,
        count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'cancelled') as cancelled,
        count(*) filter (where state = 'failed' and outcome = 'partial') as partial,
        count(*) filter (where outcome = 'unknown') as unknown,
        count(*) filter (where outcome = 'nothing_to_do') as nothing_to_do, max(finished_at) as last_at,
        pg_notify(${sql.lit(jobsChannel)}, job_id::text)
      from target group by job_id order by job_id),
    counted as (
      update jobs set succeeded = jobs.succeeded + summed.succeeded, failed = jobs.failed + summed.failed,
        cancelled = jobs.cancelled + summed.cancelled, partial = jobs.partial + summed.partial, unknown = jobs.unknown + summed.unknown,
        nothing_to_do = jobs.nothing_to_do + summed.nothing_to_do,
        status = case when not ${isOver} then jobs.status when ${isCancelling} then 'cancelled' else 'completed' end,
        completed_at = case when ${isOver} then coalesce(completed_at, last_at) else completed_at end
      from summed where id = job_id
      returning ${endedJobColumns})
    select target.job_id, position, to_json(counted) as ended_job
    from target left join counted on counted.id = target.job_id and counted.completed_at is not null`
  const rows = await db.transaction().execute(async (trx) => {
    const written = await queryRows(trx, query)
    const ended = new Map(written.flatMap(({ ended_job }) => (ended_job ? [[ended_job.id, ended_job] as const] : [])))
    await publishEndedJobs(trx, [...ended.values()], latestOf(outcomes))
    return written
  })
  const recorded = new Set(rows.map(targetKey))
  return outcomes.map(({ target }) => recorded.has(targetKey(target)))
}

/** Records the outcome of a target; false when the lease is held by another worker. Simultaneous calls share a statement. */
export const recordTarget = microBatched(recordTogether, { keyOf: ({ target }) => targetKey(target) })

const openJobsSql = (usualSize: number) => sql`
  select id, total, case when priority = 'heavy' then 1 else ${usualSize}::int end as size,
    coalesce(started_at, created_at) as since
  from jobs where status in ('pending', 'processing') and not ${isCancelling}`

// Range by range (lateral, one row): without statistics PostgreSQL would compare every range with all waiting targets.
const withWaitingTarget = sql`
  cross join lateral (select from job_targets
    where job_id = id and position >= batch * size and position < (batch + 1) * size and state = 'waiting'
    limit 1) as waiting`

/**
 * Ranges with free targets and no worker: a worker died, or a message got lost. Running targets are read once for all
 * jobs: a query per target took seconds with some jobs of 10,000 targets.
 */
export async function listAbandonedBatches(db: Db, usualSize: number): Promise<BatchMessage[]> {
  const { rows } = await sql<BatchMessage>`
    with open_jobs as materialized (${openJobsSql(usualSize)}),
    running as materialized (
      select job_id, position, leased_until < now() as is_free from job_targets where state = 'running'),
    still as (
      select id, total, size from open_jobs
      where since < now() - interval '1 minute' and id not in (select job_id from running))
    select distinct job_id as job, position / size as batch
    from running join open_jobs on id = job_id where is_free
    union all
    select id, batch from still cross join lateral generate_series(0, (total - 1) / size) as batch ${withWaitingTarget}
    limit 1000`.execute(db)
  return rows
}

/** The given ranges that have a waiting target. */
export async function listUnleasedBatches(db: Db, given: BatchMessage[], usualSize: number): Promise<BatchMessage[]> {
  const [jobs, batches] = [given.map(({ job }) => job), given.map(({ batch }) => batch)]
  const { rows } = await sql<BatchMessage>`
    select id as job, batch from unnest(${jobs}::bigint[], ${batches}::bigint[]) as given (job, batch)
    join (${openJobsSql(usualSize)}) as open_jobs on id = job ${withWaitingTarget}`.execute(db)
  return rows
}
