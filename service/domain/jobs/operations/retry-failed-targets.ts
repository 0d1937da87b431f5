import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { requirePermission, requireStepUp } from '../../../operation/require-permission.ts'
import { requirePersonOrSystem } from '../../../operation/require-person-or-system.ts'
import { JobId, JobReport } from '../job.ts'
import { nothingToRetry } from '../job-errors.ts'
import { requireJob, retryableTargets, toJobReport } from '../job-report.ts'
import { type JobRow, reopenFailedTargets } from '../job-store.ts'
import { listTargets } from '../job-target-store.ts'
import { requireJobCapacity } from '../open-work.ts'
import { batchSizeOf, wakeWorkers } from '../start-job.ts'

/** A person who approves the call sees all its targets, so no more can be approved. */
const maxListed = 1_000

export const retryFailedTargets = operation({
  name: 'retry-failed-targets',
  summary:
    'Run only the failed targets of a job again, and of these only what failed. A create whose outcome is unknown is never sent again.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'jobs.manage',
  startsEffect: async ({ job_id }, context) =>
    operationOf(context, await requireRetryableJob(context, job_id))?.effect ?? 'destroy',
  input: z.strictObject({ job_id: JobId }),
  output: JobReport,
})
  .plans(async ({ job_id }, context) => {
    const job = await requireRetryableJob(context, job_id)
    const failed = await listTargets(context.db, job.id, { state: 'failed' }, { page: 1, perPage: maxListed })
    const would_affect = failed
      .filter(({ outcome }) => job.repeatable || outcome !== 'unknown')
      .map(({ site_id, site_name, label }) => ({ site_id, site_name, target: label }))
    return { job_id, kind: job.kind, would_affect, count: retryableTargets(job) }
  })
  .does(async ({ job_id }, context) => {
    const job = await requireRetryableJob(context, job_id)
    const { db, queue, clock } = context
    await db.transaction().execute(async (trx) => {
      const open = await requireJobCapacity(trx, job.user_id, {
        priority: job.priority,
        targets: retryableTargets(job),
      })
      const positions = await reopenFailedTargets(trx, job, clock.now())
      if (positions.length === 0) throw nothingToRetry(job_id, job.unknown)
      const batches = [...new Set(positions.map((position) => Math.floor(position / batchSizeOf(job))))]
      await wakeWorkers(queue, job, batches, { within: trx, behind: open.samePriority })
    })
    return toJobReport(await requireJob(context, job_id))
  })

/** Undefined: an earlier version had it. */
const operationOf = ({ operationsByName }: Pick<Context, 'operationsByName'>, { operation }: JobRow) =>
  operationsByName.get(operation)

/** A retry runs the targets as the user who started the job, so its caller must be allowed to start it. */
async function requireRetryableJob(
  context: Pick<Context, 'db' | 'actor' | 'clock' | 'operationsByName'>,
  id: string,
): Promise<JobRow> {
  const job = await requireJob(context, id)
  const operation = operationOf(context, job)
  if (operation) requirePermission(operation, context.actor)
  if (!job.needs_person) return job
  requirePersonOrSystem(
    context.actor,
    'This job is retried in the dashboard or on the command line; an API key cannot do it.',
  )
  requireStepUp({ stepUp: true, label: 'Retry failed targets' }, context.actor, context.clock)
  return job
}
