import type { Db } from '../../platform/database/database.ts'
import type { QueuePriority } from '../../platform/queue/queue.ts'
import { tooMuchOpenWork } from './job-errors.ts'
import { countOpenWork, lockJobsOfUser, type OpenWork } from './job-store.ts'

/** Enough for any dashboard or script; without a limit one caller could fill the tables that all jobs share. */
export const maxOpenJobs = 200
/** Five jobs over 100,000 sites. */
export const maxOpenTargets = 500_000

/** Returns the open work of a user before a new job. Throws svc_rate_limited when the new job would exceed a limit. */
export async function requireJobCapacity(
  trx: Db,
  userId: number | null,
  job: { priority: QueuePriority | null; targets: number },
): Promise<OpenWork> {
  // Jobs that the service starts itself belong to no user and have no limit.
  if (userId === null) return { jobs: 0, samePriority: 0, targets: 0 }
  await lockJobsOfUser(trx, userId)
  const open = await countOpenWork(trx, userId, job.priority)
  if (open.jobs >= maxOpenJobs || (open.jobs > 0 && open.targets + job.targets > maxOpenTargets))
    throw tooMuchOpenWork(open)
  return open
}
