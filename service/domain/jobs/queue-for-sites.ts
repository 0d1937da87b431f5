import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
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
