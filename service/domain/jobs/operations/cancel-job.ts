import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { JobId, JobReport } from '../job.ts'
import { jobIsOver } from '../job-errors.ts'
import { requireJob, toJobReport } from '../job-report.ts'
import { cancelWaitingTargets } from '../job-store.ts'

export const cancelJob = operation({
  name: 'cancel-job',
  summary: 'Cancel a job: waiting targets are cancelled, running ones are finished.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'jobs.manage',
  input: z.strictObject({ job_id: JobId }),
  output: JobReport,
})
  .plans(async ({ job_id }, context) => {
    const job = await requireJob(context, job_id)
    const waiting = job.total - job.succeeded - job.failed - job.cancelled
    return { job_id, would_affect: [{ job_id, targets_left: waiting }] }
  })
  .does(async ({ job_id }, context) => {
    const job = await requireJob(context, job_id)
    if (job.completed_at !== null) throw jobIsOver(job_id, job.status)
    const { db, clock } = context
    await db.transaction().execute((trx) => cancelWaitingTargets(trx, job.id, clock.now()))
    return toJobReport(await requireJob(context, job_id))
  })
