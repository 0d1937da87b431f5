import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { findJobById, type JobRow, type TargetRow } from './job-store.ts'
import { listTargets } from './job-target-store.ts'
import { jobWatchOf } from './job-watch.ts'
import { type JobOrder, startJob } from './start-job.ts'

/** Up to this many targets the caller gets the results; above it, a job to follow. */
export const immediateTargets = 200
const maxWaitMs = 25_000

/** For callers that show the progress of the job, such as the dashboard. */
export const background = z.boolean().default(false).describe('true: return the job at once, even for a few targets.')

export type NowOrLater = { queued: true; job: JobRow } | { queued: false; job: JobRow; targets: TargetRow[] }

/** Always creates a job, so that nothing is lost. The caller waits for a small one; targets may still run afterwards. */
export async function nowOrLater(context: Context, order: JobOrder & { background?: boolean }): Promise<NowOrLater> {
  const job = await startJob(context, order)
  if (order.background || order.targets.length > immediateTargets) return { queued: true, job }
  const finished = await waitForJob(context, job.id)
  const targets = await listTargets(context.db, job.id, {}, { page: 1, perPage: immediateTargets })
  return { queued: false, job: finished, targets }
}

async function waitForJob({ db, clock }: Pick<Context, 'db' | 'clock'>, jobId: number): Promise<JobRow> {
  const watch = jobWatchOf(db)
  const deadline = clock.now().getTime() + maxWaitMs
  for (;;) {
    // Listens before it reads, so that no change in between is missed.
    const { changed, cancel } = watch.nextChange(jobId, Math.max(0, deadline - clock.now().getTime()))
    const job = (await findJobById(db, jobId))!
    if (job.completed_at === null && clock.now().getTime() < deadline) await changed
    else {
      cancel()
      return job
    }
  }
}
