import type { Db } from '../../platform/database/database.ts'
import type { QueuePriority } from '../../platform/queue/queue.ts'
import { tooMuchOpenWork } from './job-errors.ts'
import { countOpenWork, lockOrdersOf, type OpenWork } from './open-work-store.ts'

/** Enough for any dashboard and script; without a limit one caller fills the tables that all jobs share. */
export const mostOpenJobs = 200
/** Five jobs over 100,000 sites. */
export const mostOpenTargets = 500_000

/** What a user has open before an order of so many targets. Throws svc_rate_limited when the order would be too much. */
export async function admitOrder(
  trx: Db,
  userId: number | null,
  order: { lane: QueuePriority | null; targets: number },
): Promise<OpenWork> {
  // Jobs that the service starts by itself belong to no user: each of them waits for the one before.
  if (userId === null) return { jobs: 0, inLane: 0, targets: 0 }
  await lockOrdersOf(trx, userId)
  const open = await countOpenWork(trx, userId, order.lane)
  if (open.jobs >= mostOpenJobs || (open.jobs > 0 && open.targets + order.targets > mostOpenTargets))
    throw tooMuchOpenWork(open)
  return open
}
