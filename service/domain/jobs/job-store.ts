import { type Generated, type Selectable, sql } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { gathered } from '../../platform/database/gathering.ts'
import type { Lane } from '../../platform/queue/queue.ts'
import type { jobStatuses } from './job.ts'

interface JobTable {
  id: Generated<number>
  kind: string
  operation: string
  /** Which workers do it; null for jobs from before this was kept. */
  lane: Lane | null
  actor: Actor
  user_id: number | null
  key_id: number | null
  status: Generated<(typeof jobStatuses)[number]>
  total: number
  succeeded: Generated<number>
  failed: Generated<number>
  cancelled: Generated<number>
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
}

interface TargetTable {
  job_id: number
  position: number
  site_id: number | null
  label: string
  input: Record<string, unknown>
  state: Generated<'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled'>
  attempts: Generated<number>
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

export interface NewTarget {
  siteId: number | null
  /** What people call the target: a site's address, a row of an import. */
  label: string
  input: Record<string, unknown>
}

export const jobsChannel = 'jobs_changed'

export async function insertJob(
  trx: Db,
  job: { kind: string; operation: string; lane: Lane; actor: Actor; now: Date },
  targets: NewTarget[],
): Promise<JobRow> {
  const row = await trx
    .insertInto('jobs')
    .values({
      kind: job.kind,
      operation: job.operation,
      lane: job.lane,
      actor: JSON.stringify(job.actor) as unknown as Actor,
      user_id: job.actor.userId,
      key_id: job.actor.keyId,
      total: targets.length,
      created_at: job.now,
      ...(targets.length === 0 && { status: 'completed' as const, started_at: job.now, completed_at: job.now }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // One statement for any number of targets: unnest keeps it below the limit of parameters.
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

const takeTargets = statement<TargetRow>(
  'job-take-targets',
  `update job_targets set state = 'running', attempts = attempts + 1, leased_by = $4,
     leased_until = now() + make_interval(secs => $5), started_at = coalesce(started_at, now())
   where job_id = $1 and position in (
     select position from job_targets
     where job_id = $1 and position >= $2 and position < $3
       and (state = 'waiting' or (state = 'running' and leased_until < now()))
       and exists (select from jobs where id = $1 and status in ('pending', 'processing'))
     order by position for update skip locked)
   returning *`,
)

/** Takes what is free in a range of targets: never begun, or begun by a worker that stopped renewing its lease. */
export function leaseTargets(
  db: Database,
  jobId: number,
  range: { from: number; to: number },
  lease: { holder: string; seconds: number },
): Promise<TargetRow[]> {
  return db.fetch(takeTargets, [jobId, range.from, range.to, lease.holder, lease.seconds])
}

const renewLeases = statement(
  'job-renew-leases',
  `update job_targets set leased_until = now() + make_interval(secs => $2) where leased_by = $1 and state = 'running'`,
)

export async function renewTargetLeases(db: Database, lease: { holder: string; seconds: number }): Promise<void> {
  await db.fetch(renewLeases, [lease.holder, lease.seconds])
}

const beginJob = statement(
  'job-begin',
  `update jobs set status = 'processing', started_at = $2 where id = $1 and status = 'pending'`,
)
export async function markJobBegun(db: Database, jobId: number, now: Date): Promise<void> {
  await db.fetch(beginJob, [jobId, now])
}

export type TargetOutcome = { state: 'succeeded'; result: unknown } | { state: 'failed'; code: string; message: string }

const isOver = 'jobs.succeeded + summed.succeeded + jobs.failed + summed.failed + cancelled >= total'
// Recorded only by the holder of the lease, so that a target has one outcome even if two workers came to it.
const recordOutcomes = statement<Pick<TargetRow, 'job_id' | 'position'>>(
  'job-record-outcomes',
  `with target as (
     update job_targets as stored set state = told.state, result = told.result, error_code = told.error_code,
       error_message = told.error_message, finished_at = told.finished_at, leased_by = null, leased_until = null
     from unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::jsonb[], $6::text[], $7::text[],
       $8::timestamptz[]) as told (job_id, position, holder, state, result, error_code, error_message, finished_at)
     where stored.job_id = told.job_id and stored.position = told.position and stored.leased_by = told.holder
       and stored.state = 'running'
     returning stored.job_id, stored.position, stored.state, stored.finished_at),
   summed as (
     select job_id, count(*) filter (where state = 'succeeded') as succeeded,
       count(*) filter (where state = 'failed') as failed, max(finished_at) as last_at,
       pg_notify('${jobsChannel}', job_id::text)
     from target group by job_id order by job_id),
   counted as (
     update jobs set succeeded = jobs.succeeded + summed.succeeded, failed = jobs.failed + summed.failed,
       status = case when jobs.status <> 'cancelled' and ${isOver} then 'completed' else jobs.status end,
       completed_at = case when ${isOver} then coalesce(completed_at, last_at) else completed_at end
     from summed where id = job_id)
   select job_id, position from target`,
)

interface Recorded {
  target: Pick<TargetRow, 'job_id' | 'position'>
  holder: string
  outcome: TargetOutcome
  now: Date
}

/** Notes what became of a target; false when it was not the holder's to tell. Those that end in one moment go together. */
export const recordTarget = gathered(async (db, told: Recorded[]): Promise<boolean[]> => {
  const column = <Value>(read: (one: Recorded) => Value) => told.map(read)
  const failure = ({ outcome }: Recorded) => (outcome.state === 'failed' ? outcome : null)
  const rows = await db.fetch(recordOutcomes, [
    column(({ target }) => target.job_id),
    column(({ target }) => target.position),
    column(({ holder }) => holder),
    column(({ outcome }) => outcome.state),
    column(({ outcome }) => (outcome.state === 'failed' ? null : JSON.stringify(outcome.result ?? null))),
    column((one) => failure(one)?.code ?? null),
    column((one) => failure(one)?.message ?? null),
    column(({ now }) => now),
  ])
  const recorded = new Set(rows.map(({ job_id, position }) => `${job_id} ${position}`))
  return told.map(({ target }) => recorded.has(`${target.job_id} ${target.position}`))
})

export async function findJobForWork(db: Database, id: number): Promise<JobRow | undefined> {
  return (await db.fetch(jobById, [id]))[0]
}
const jobById = statement<JobRow>('job-by-id', 'select * from jobs where id = $1')

/** A worker that stops lets others go on at once with what it could not finish. */
export async function releaseLeases(db: Database, holder: string): Promise<void> {
  await db.fetch(releaseHeld, [holder])
}
const releaseHeld = statement(
  'job-release-leases',
  `update job_targets set leased_until = now() where leased_by = $1 and state = 'running'`,
)
