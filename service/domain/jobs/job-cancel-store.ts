import { sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { type EndedJob, publishEndedJobs } from './job-events.ts'
import { endedJobColumns, isCancelling, type JobRow, jobsChannel, type TargetRow } from './job-store.ts'
import { maxTargetAttempts } from './job-target-store.ts'

/** Has the id of a job whose cancel was requested: its workers stop what has not begun. */
export const cancelChannel = 'jobs_cancelled'

export const lockJob = async (trx: Db, id: number): Promise<JobRow | undefined> =>
  (await queryRows(trx, sql<JobRow>`select * from jobs where id = ${id} for update`))[0]

/**
 * Cancels the waiting targets of a locked job. Targets that workers have end by themselves; the job ends with the last of them,
 * here if there is none. Leaves out targets that a worker is taking at this moment: it finds the request afterwards.
 */
export async function requestCancel(trx: Db, jobId: number, now: Date): Promise<void> {
  const waiting = await queryRows(
    trx,
    sql`update job_targets set state = 'cancelled', finished_at = ${now}
      where job_id = ${jobId} and position = any (array (
        select position from job_targets where job_id = ${jobId} and state = 'waiting' order by position for update skip locked))
      returning position`,
  )
  const isOver = sql`succeeded + failed + cancelled + ${waiting.length}::int >= total`
  const jobs = await queryRows(
    trx,
    sql<EndedJob & { completed_at: Date | null }>`update jobs set cancelled = cancelled + ${waiting.length}::int,
        cancel_requested_at = coalesce(cancel_requested_at, ${now}::timestamptz),
        status = case when ${isOver} then 'cancelled' when status = 'pending' then 'processing' else status end,
        completed_at = case when ${isOver} then ${now}::timestamptz end,
        started_at = coalesce(started_at, ${now}::timestamptz)
      where id = ${jobId} returning ${endedJobColumns}`,
  )
  await publishEndedJobs(
    trx,
    jobs.filter(({ completed_at }) => completed_at !== null),
    now,
  )
  await sql`select pg_notify(${sql.lit(cancelChannel)}, ${String(jobId)}), pg_notify(${sql.lit(jobsChannel)}, ${String(jobId)})`.execute(
    trx,
  )
}

/** Those of the given jobs whose cancel was requested. */
export async function listCancellingJobs(db: Database, jobIds: readonly number[]): Promise<number[]> {
  const query = sql<{ id: number }>`select id from jobs where id = any (${jobIds}::bigint[]) and ${isCancelling}`
  return (await queryRows(db, query)).map(({ id }) => id)
}

const maxSwept = 1_000

/** Targets whose worker is gone and that no other one may run: their job was cancelled, or too many workers had them. */
export const listLostTargets = (db: Database): Promise<Pick<TargetRow, 'job_id' | 'position'>[]> =>
  queryRows(
    db,
    sql<Pick<TargetRow, 'job_id' | 'position'>>`select job_id, position from job_targets as target
        join jobs on jobs.id = job_id
      where state = 'running' and leased_until < now()
        and (${isCancelling} or target.attempts - attempts_before_retry >= ${maxTargetAttempts}) limit ${sql.lit(maxSwept)}`,
  )
