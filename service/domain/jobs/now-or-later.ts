import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { present } from '../../platform/present.ts'
import { targetError } from './job-report.ts'
import { findJobById, type JobRow, type TargetRow } from './job-store.ts'
import { listTargets } from './job-target-store.ts'
import { type JobOrder, startJob } from './start-job.ts'

/** Up to this many targets the caller gets the results; above it, a job to follow. */
export const immediateTargets = 200
const maxWaitMs = 25_000

/** For callers that show the progress of the job, such as the dashboard. */
export const background = z
  .boolean()
  .default(false)
  .describe('true: return the job immediately, even for a few targets.')

/** The outcome of one target of a job whose operation returns `Result`. */
export type TargetResult<Result> = Pick<TargetRow, 'position' | 'site_id' | 'label'> &
  (
    | { state: 'succeeded'; result: Result }
    /** The result of a target that failed in part, or of which every item failed; null when its operation threw. */
    | { state: 'failed'; result: Result | null; code: string; message: string }
    | { state: 'unfinished' }
  )

export type NowOrLater<Result = unknown> =
  | { queued: true; job: JobRow }
  | { queued: false; job: JobRow; targets: TargetResult<Result>[] }

/** Always creates a job, so that nothing is lost. The caller waits for a small one; targets may still run afterwards. */
export async function nowOrLater<Output extends z.ZodType>(
  context: Context,
  order: JobOrder & { operation: { output: Output }; background?: boolean },
): Promise<NowOrLater<z.output<Output>>> {
  if (order.background || order.targets.length > immediateTargets)
    return { queued: true, job: await startJob(context, order) }
  return { queued: false, ...(await runAndWait(context, order)) }
}

/** Creates a job and waits for it, whatever its size; targets may still run afterwards. */
export async function runAndWait<Output extends z.ZodType>(
  context: Context,
  order: JobOrder & { operation: { output: Output } },
): Promise<{ job: JobRow; targets: TargetResult<z.output<Output>>[] }> {
  const { id } = await startJob(context, order)
  const job = await waitForJob(context, id)
  const targets = await listTargets(context.db, id, {}, { page: 1, perPage: order.targets.length })
  return { job, targets: targets.map(toTargetResult<z.output<Output>>) }
}

function toTargetResult<Result>({
  position,
  site_id,
  label,
  state,
  result,
  ...target
}: TargetRow): TargetResult<Result> {
  const which = { position, site_id, label }
  // The worker checked the result against the output of the operation.
  if (state === 'succeeded') return { ...which, state, result: result as Result }
  // The same; null when the operation threw.
  if (state === 'failed') return { ...which, state, result: result as Result | null, ...targetError(target) }
  if (state === 'cancelled')
    return {
      ...which,
      state: 'failed',
      result: null,
      code: 'svc_cancelled',
      message: 'The job was cancelled before this began.',
    }
  return { ...which, state: 'unfinished' }
}

async function waitForJob({ db, clock, jobs }: Pick<Context, 'db' | 'clock' | 'jobs'>, jobId: number): Promise<JobRow> {
  const deadline = clock.now().getTime() + maxWaitMs
  for (;;) {
    // Listens before it reads, so that no change in between is missed.
    const { changed, cancel } = jobs.nextChange(jobId, Math.max(0, deadline - clock.now().getTime()))
    const job = present(await findJobById(db, jobId), 'the job')
    // Of a cancelled job only running targets are left: the caller does not wait for them.
    const isWaitedFor = job.completed_at === null && job.cancel_requested_at === null
    if (isWaitedFor && clock.now().getTime() < deadline) await changed
    else {
      cancel()
      return job
    }
  }
}
