import { type Database, statement } from '../../platform/database/database.ts'
import { microBatched } from '../../platform/database/micro-batcher.ts'
import { jobsChannel, type TargetRow } from './job-store.ts'

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

const placeOf = ({ job_id, position }: Recorded['target']) => `${job_id} ${position}`

async function recordTogether(db: Database, told: Recorded[]): Promise<boolean[]> {
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
  const recorded = new Set(rows.map(placeOf))
  return told.map(({ target }) => recorded.has(placeOf(target)))
}

/** Notes what became of a target; false when it was not the holder's to tell. Those that end in one moment go together. */
export const recordTarget = microBatched(recordTogether, { keyOf: ({ target }) => placeOf(target) })
