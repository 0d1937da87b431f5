import type { Context } from '../../operation/context.ts'
import type { Operation, Plan } from '../../operation/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { queueForSites } from '../jobs/index.ts'
import { countDueSites, type SiteSchedule, scheduleSites, takeDueSites } from './site-schedule-store.ts'

interface DueWork {
  /** The rest stays due for the next run. */
  limit: number
  jobKind: string
  operation: Operation
  /** Sites that are due at once because their address changed. */
  takeMovedSites?(trx: Db): Promise<number[]>
  /** Which of the due sites are queued; the others wait for their next time. */
  select?(trx: Db, siteIds: number[], now: Date): Promise<number[]>
}

/** Queues the operation for the sites that are due. */
export function queueDueSites(
  context: Pick<Context, 'db' | 'queue' | 'clock' | 'actor'>,
  schedule: SiteSchedule,
  { limit, jobKind, operation, takeMovedSites, select }: DueWork,
) {
  const now = context.clock.now()
  // In one transaction with the job, so that no run is lost or taken twice.
  return context.db.transaction().execute(async (trx) => {
    if (takeMovedSites) await scheduleSites(trx, schedule.kind, await takeMovedSites(trx), now)
    const due = await takeDueSites(trx, schedule, { now, limit })
    const ids = due.map(({ id }) => id)
    const selected = new Set(select ? await select(trx, ids, now) : ids)
    const sites = due.filter(({ id }) => selected.has(id)).map(({ id, url }) => ({ id, label: url }))
    return queueForSites(context, { kind: jobKind, operation, sites }, trx)
  })
}

export async function planDueSites(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  schedule: SiteSchedule,
): Promise<Plan> {
  return { would_affect: [], count: await countDueSites(db, schedule, clock.now()) }
}
