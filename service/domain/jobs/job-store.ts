import {
  type ColumnType,
  type Generated,
  type GeneratedAlways,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import type { ResultOutcome } from '../../operation/item-results.ts'
import { siteIsVisible } from '../../operation/visible-sites-store.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { QueuePriority } from '../../platform/queue/queue.ts'
import { currentTraceParent } from '../../platform/tracing/tracing.ts'
import type { jobStatuses } from './job.ts'

interface JobTable {
  id: Generated<number>
  kind: string
  operation: string
  /** The queue of the job; null for jobs from before this was stored. */
  priority: QueuePriority | null
  actor: ColumnType<Actor, string, string>
  user_id: number | null
  key_id: number | null
  status: Generated<(typeof jobStatuses)[number]>
  total: number
  succeeded: Generated<number>
  failed: Generated<number>
  cancelled: Generated<number>
  /** Targets of `failed` of which a part was done. */
  partial: Generated<number>
  /** Targets of `failed` whose outcome is unknown. */
  unknown: Generated<number>
  /** Targets of `succeeded` that had nothing to do. */
  nothing_to_do: Generated<number>
  /** Targets whose outcome is unknown may be retried. */
  repeatable: Generated<boolean>
  /** Only a person with a session may retry it. */
  needs_person: Generated<boolean>
  /** Sites that were skipped when the job was started. */
  skipped: ColumnType<SkippedSite[], string | undefined, string>
  outcome: GeneratedAlways<ResultOutcome | null>
  /** The step of a trace that started it. */
  trace_parent: string | null
  created_at: Date
  started_at: Date | null
  /** While its running targets end, the job is `processing`. */
  cancel_requested_at: Date | null
  completed_at: Date | null
}

interface TargetTable {
  job_id: number
  position: number
  site_id: number | null
  label: string
  input: Record<string, unknown>
  state: Generated<'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled'>
  outcome: ResultOutcome | null
  attempts: Generated<number>
  /** The last time that a user retried it, and the attempts until then. */
  retried_at: Date | null
  attempts_before_retry: Generated<number>
  leased_by: string | null
  leased_until: Date | null
  result: unknown
  error_code: string | null
  error_message: string | null
  started_at: Date | null
  finished_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    jobs: JobTable
    job_targets: TargetTable
  }
}

export type JobRow = Selectable<JobTable>
export type TargetRow = Selectable<TargetTable>

export interface SkippedSite {
  site_id: number
  site_url: string
  site_name: string
  code: string
  message: string
}

export interface NewTarget {
  siteId: number | null
  /** The target as shown to people: a site's address, a row of an import. */
  label: string
  input: Record<string, unknown>
}

export const jobsChannel = 'jobs_changed'

/** Of `jobs`: a cancel was requested. 0.2.0 sets the status at once, also while targets run. */
export const isCancelling = sql`(jobs.cancel_requested_at is not null or jobs.status = 'cancelled')`

/** Of `jobs`, for an EndedJob; `completed_at` is null while the job runs. */
export const endedJobColumns = sql`jobs.id, jobs.kind, jobs.actor ->> 'name' as started_by, jobs.user_id, jobs.key_id,
  jobs.outcome, jobs.total, jobs.succeeded, jobs.failed, jobs.cancelled, jobs.completed_at`

export async function insertJob(
  trx: Db,
  job: {
    kind: string
    operation: string
    repeatable: boolean
    needsPerson: boolean
    skipped: SkippedSite[]
    priority: QueuePriority
    actor: Actor
    now: Date
  },
  targets: NewTarget[],
): Promise<JobRow> {
  const row = await trx
    .insertInto('jobs')
    .values({
      kind: job.kind,
      operation: job.operation,
      repeatable: job.repeatable,
      needs_person: job.needsPerson,
      skipped: JSON.stringify(job.skipped),
      priority: job.priority,
      actor: JSON.stringify(job.actor),
      user_id: job.actor.userId,
      key_id: job.actor.keyId,
      total: targets.length,
      trace_parent: currentTraceParent(),
      created_at: job.now,
      ...(targets.length === 0 && { status: 'completed' as const, started_at: job.now, completed_at: job.now }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // One statement for any number of targets: unnest needs few parameters.
  await sql`
    insert into job_targets (job_id, position, site_id, label, input)
    select ${row.id}, position - 1, site_id, label, input
    from unnest(
      ${targets.map((target) => target.siteId)}::bigint[],
      ${targets.map((target) => target.label)}::text[],
      ${targets.map((target) => JSON.stringify(target.input))}::jsonb[]
    ) with ordinality as given (site_id, label, input, position)`.execute(trx)
  return row
}

/** Returns whether it may run: false when it was cancelled meanwhile. */
export async function markJobStarted(db: Database, jobId: number, now: Date): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`with started as (
        update jobs set status = 'processing', started_at = ${now} where id = ${jobId} and status = 'pending')
      select from jobs where id = ${jobId} and not ${isCancelling}`,
  )
  return rows.length > 0
}

export async function findJobById(db: Database, id: number): Promise<JobRow | undefined> {
  return (await queryRows(db, sql<JobRow>`select * from jobs where id = ${id}`))[0]
}

/** Open jobs of this caller. */
export async function countOpenJobs(db: Db, { userId, keyId }: Actor, priority: QueuePriority): Promise<number> {
  const { open } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('priority', '=', priority)
    .where('completed_at', 'is', null)
    .where('user_id', 'is not distinct from', userId)
    .where('key_id', 'is not distinct from', keyId)
    .executeTakeFirstOrThrow()
  return open
}

/**
 * Jobs are visible to the caller that started them and to administrators. A limited caller does not see a job with a site
 * beyond its limits, as after they were narrowed; a target that deleted its site does not count.
 */
const canSeeAllJobs = (actor: Actor) => actor.kind === 'system' || (actor.role === 'administrator' && !actor.limits)

function selectVisibleJobs(db: Db, actor: Actor): SelectQueryBuilder<Tables, 'jobs', object> {
  let query = db.selectFrom('jobs')
  if (canSeeAllJobs(actor)) return query
  if (actor.limits) {
    query = query.where(sql<boolean>`not exists (
      select from job_targets join sites on sites.id = job_targets.site_id
      where job_targets.job_id = jobs.id and not ${siteIsVisible('sites', actor.limits)})`)
  }
  if (actor.keyId !== null) return query.where('key_id', '=', actor.keyId)
  return query.where('user_id', '=', actor.userId ?? -1).where('key_id', 'is', null)
}

export function findJob(db: Db, id: number, actor: Actor): Promise<JobRow | undefined> {
  return selectVisibleJobs(db, actor).selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listJobRows(
  db: Db,
  actor: Actor,
  filter: { status?: JobRow['status'] | undefined; outcome?: ResultOutcome | undefined; kind?: string | undefined },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: JobRow[]; total: number }> {
  let query = selectVisibleJobs(db, actor)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.outcome) query = query.where('outcome', '=', filter.outcome)
  if (filter.kind) query = query.where('kind', '=', filter.kind)
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function listOpenJobs(db: Db, actor: Actor, max: number): Promise<{ rows: JobRow[]; total: number }> {
  const found = await selectVisibleJobs(db, actor)
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('open'))
    .where('status', 'in', ['pending', 'processing'])
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
  return { rows: found, total: found[0]?.open ?? 0 }
}

/**
 * Failed targets become waiting again, and their job is open again. Targets with an unknown outcome stay, unless the job
 * is repeatable. A partial target keeps its result until a later attempt has another one.
 */
export async function reopenFailedTargets(
  trx: Db,
  job: Pick<JobRow, 'id' | 'repeatable'>,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ position: number; is_partial: boolean; is_unknown: boolean }>`
    update job_targets as target set state = 'waiting', error_code = null, error_message = null, finished_at = null,
      retried_at = ${now}, attempts_before_retry = target.attempts,
      outcome = case when target.outcome = 'partial' then target.outcome end
    from job_targets as before
    where target.job_id = ${job.id} and target.state = 'failed'
      and (${job.repeatable} or target.outcome is distinct from 'unknown')
      and before.job_id = target.job_id and before.position = target.position
    returning target.position, before.outcome is not distinct from 'partial' as is_partial,
      before.outcome is not distinct from 'unknown' as is_unknown`.execute(trx)
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length
  if (rows.length > 0) {
    await trx
      .updateTable('jobs')
      .set({
        status: 'processing',
        completed_at: null,
        cancel_requested_at: null,
        failed: sql<number>`failed - ${rows.length}`,
        partial: sql<number>`partial - ${count((row) => row.is_partial)}`,
        unknown: sql<number>`unknown - ${count((row) => row.is_unknown)}`,
      })
      .where('id', '=', job.id)
      .execute()
  }
  return rows.map((row) => row.position)
}

const maxDeletedJobs = 200
const maxDeletedTargets = 10_000

/** Deletes a batch of jobs that ended before then, with their targets; returns the number, 0 when none is left. */
export async function deleteOldJobs(db: Database, before: Date): Promise<number> {
  // A few jobs or one large one. A job that is reopened meanwhile stays: the condition is checked again under its lock.
  const query = sql<{ id: number }>`delete from jobs where completed_at < ${before} and id in (
      select id from (
        select id, sum(total) over (order by completed_at, id) - total as earlier from (
          select id, total, completed_at from jobs where completed_at < ${before}
          order by completed_at, id limit ${sql.lit(maxDeletedJobs)}
        ) as oldest
      ) as counted
      where earlier < ${sql.lit(maxDeletedTargets)})
    returning id`
  return (await queryRows(db, query)).length
}

/** Open jobs of a user, the number with the same priority, and the number of their open targets. */
export interface OpenWork {
  jobs: number
  samePriority: number
  targets: number
}

/** New jobs of one user wait for each other's transactions, so that each counts the ones before. */
export async function lockJobsOfUser(trx: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.jobsPerUser}, ${userId % 2 ** 31}::int)`.execute(trx)
}

export async function countOpenWork(db: Db, userId: number, priority: QueuePriority | null): Promise<OpenWork> {
  const { jobs, samePriority, targets } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      fn.countAll<string>().as('jobs'),
      sql<string>`count(*) filter (where priority = ${priority})`.as('samePriority'),
      sql<string>`coalesce(sum(total - succeeded - failed - cancelled), 0)`.as('targets'),
    ])
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirstOrThrow()
  return { jobs: Number(jobs), samePriority: Number(samePriority), targets: Number(targets) }
}

/** Kinds come from the code, so they are few; the limit keeps /metrics small if they are not. */
const maxKinds = 100

/** Unfinished jobs by kind: how many, their unfinished targets, and when the oldest was created. */
export const summarizeOpenJobs = (db: Db): Promise<{ kind: string; jobs: number; targets: number; oldest: Date }[]> =>
  queryRows(
    db,
    sql<{ kind: string; jobs: number; targets: number; oldest: Date }>`
      select kind, count(*) as jobs, sum(total - succeeded - failed - cancelled)::bigint as targets, min(created_at) as oldest
      from jobs where status in ('pending', 'processing') group by kind order by kind limit ${sql.lit(maxKinds)}`,
  )
