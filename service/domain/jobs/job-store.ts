import { type Generated, type Selectable, sql } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import type { QueuePriority } from '../../platform/queue/queue.ts'
import type { jobStatuses } from './job.ts'

interface JobTable {
  id: Generated<number>
  kind: string
  operation: string
  /** Which workers do it; null for jobs from before this was kept. */
  lane: QueuePriority | null
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
  job: { kind: string; operation: string; lane: QueuePriority; actor: Actor; now: Date },
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

export async function findJobForWork(db: Database, id: number): Promise<JobRow | undefined> {
  return (await db.fetch(jobById, [id]))[0]
}
const jobById = statement<JobRow>('job-by-id', 'select * from jobs where id = $1')

/** Somebody else, or the same worker later, begins it anew. */
export async function handBackTarget(db: Database, { job_id, position }: TargetRow, holder: string): Promise<void> {
  await db.fetch(handBack, [job_id, position, holder])
}
const handBack = statement(
  'job-hand-back-target',
  `update job_targets set leased_by = null, leased_until = now()
   where job_id = $1 and position = $2 and leased_by = $3 and state = 'running'`,
)

/** A worker that stops lets others go on at once with what it could not finish. */
export async function releaseLeases(db: Database, holder: string): Promise<void> {
  await db.fetch(releaseHeld, [holder])
}
const releaseHeld = statement(
  'job-release-leases',
  `update job_targets set leased_until = now() where leased_by = $1 and state = 'running'`,
)

/** Jobs of this caller that are not over. */
export async function countOpenJobs(db: Db, { userId, keyId }: Actor, lane: QueuePriority): Promise<number> {
  const { open } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('lane', '=', lane)
    .where('completed_at', 'is', null)
    .where('user_id', 'is not distinct from', userId)
    .where('key_id', 'is not distinct from', keyId)
    .executeTakeFirstOrThrow()
  return open
}
