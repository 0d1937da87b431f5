import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { startJob } from '../jobs/index.ts'
import type { QueuedAudits, Strategy } from './audit.ts'
import { runSiteAudit } from './operations/run-site-audit.ts'

interface AuditJob {
  kind: 'audit' | 'scheduled-audit'
  sites: readonly { id: number; url: string }[]
  strategies: readonly Strategy[]
}

/** Queues a heavy job: one site after the other, alternating with other jobs. */
export async function queueAudits(
  context: Pick<Context, 'db' | 'queue' | 'clock' | 'actor'>,
  { kind, sites, strategies }: AuditJob,
  within?: Db,
): Promise<z.input<typeof QueuedAudits>> {
  if (sites.length === 0) return { queued: false, job_id: null, status_url: null, sites_queued: 0 }
  const targets = sites.map(({ id, url }) => ({
    siteId: id,
    label: url,
    input: { site_id_or_domain: id, strategies: [...strategies] },
  }))
  const job = await startJob(context, { kind, operation: runSiteAudit, targets, heavy: true }, within)
  const job_id = String(job.id)
  return { queued: true, job_id, status_url: `/api/v2/jobs/${job_id}`, sites_queued: sites.length }
}
