import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { type Operation, operation, type Plan } from '../../operation/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { startJob } from './start-job.ts'

/** The output of operations that queue scheduled work. */
export const QueuedSites = z.object({ queued: z.int(), job_id: z.string().nullable() })

interface ScheduledJob {
  kind: string
  operation: Operation
  sites: readonly { id: number; label: string }[]
}

/** Queues the operation for each site, after the work that people wait for. */
export async function queueForSites(
  context: Pick<Context, 'db' | 'queue' | 'clock' | 'actor'>,
  { kind, operation, sites }: ScheduledJob,
  trx: Db,
): Promise<z.input<typeof QueuedSites>> {
  if (sites.length === 0) return { queued: 0, job_id: null }
  const targets = sites.map(({ id, label }) => ({ siteId: id, label, input: { site_id_or_domain: id } }))
  const job = await startJob(context, { kind, operation, targets, lowPriority: true }, trx)
  return { queued: sites.length, job_id: String(job.id) }
}

/** An operation of the schedule that queues another one for sites. */
export const schedulesSites = ({ name, summary }: { name: string; summary: string }) =>
  operation({
    ...{ name, summary },
    effect: 'change',
    idempotent: true,
    audit: 'one-transaction',
    permission: 'settings.manage',
    input: z.strictObject({}),
    output: QueuedSites,
  })

type ListSites = (db: Db, now: Date) => Promise<{ id: number; url: string }[]>

/** Queues the operation for the sites of a list, which is read in the transaction of the job. */
export const queueListedSites = (
  context: Pick<Context, 'db' | 'queue' | 'clock' | 'actor'>,
  list: ListSites,
  job: Omit<ScheduledJob, 'sites'>,
) =>
  context.db.transaction().execute(async (trx) => {
    const sites = (await list(trx, context.clock.now())).map(({ id, url }) => ({ id, label: url }))
    return queueForSites(context, { ...job, sites }, trx)
  })

export async function planListedSites({ db, clock }: Pick<Context, 'db' | 'clock'>, list: ListSites): Promise<Plan> {
  return { would_affect: [], count: (await list(db, clock.now())).length }
}
