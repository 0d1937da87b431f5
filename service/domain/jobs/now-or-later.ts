import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { listTargets } from './job-reading-store.ts'
import { findJobForWork, type JobRow, type TargetRow } from './job-store.ts'
import { jobWatchOf } from './job-watch.ts'
import { type JobOrder, startJob } from './start-job.ts'

/** Up to this many targets the caller gets the results; above, a job to follow. */
export const immediateTargets = 200
const patienceMs = 25_000

/** For callers that show the job while it works, as the dashboard does. */
export const background = z
  .boolean()
  .default(false)
  .describe('true: answer the job to follow at once, however few the targets.')

export type NowOrLater = { queued: true; job: JobRow } | { queued: false; job: JobRow; targets: TargetRow[] }

/** Always a job, so that nothing is lost; small ones are waited for, and what is not done by then is said to run still. */
export async function nowOrLater(context: Context, order: JobOrder & { background?: boolean }): Promise<NowOrLater> {
  const job = await startJob(context, order)
  if (order.background || order.targets.length > immediateTargets) return { queued: true, job }
  const finished = await waitForJob(context, job.id)
  const targets = await listTargets(context.db, job.id, {}, { page: 1, perPage: immediateTargets })
  return { queued: false, job: finished, targets }
}

async function waitForJob({ db, clock }: Pick<Context, 'db' | 'clock'>, jobId: number): Promise<JobRow> {
  const watch = jobWatchOf(db)
  const deadline = clock.now().getTime() + patienceMs
  for (;;) {
    // Listening begins before looking: what happens in between is not missed.
    const { moved, forget } = watch.nextMove(jobId, Math.max(0, deadline - clock.now().getTime()))
    const job = (await findJobForWork(db, jobId))!
    if (job.completed_at === null && clock.now().getTime() < deadline) await moved
    else {
      forget()
      return job
    }
  }
}
