import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { JobId, JobReport } from '../job.ts'
import { lockJob, requestCancel } from '../job-cancel-store.ts'
import { jobIsOver, jobNotFound } from '../job-errors.ts'
import { requireJob, toJobReport } from '../job-report.ts'

export const cancelJob = operation({
  name: 'cancel-job',
  summary:
    'Cancel a job: targets that have not begun are cancelled, the others are finished. Until then the job is processing, with cancel_requested_at.',
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
    const { db, clock } = context
    const { id } = await requireJob(context, job_id)
    await db.transaction().execute(async (trx) => {
      // Its last target may end at the same time: then there is nothing to cancel.
      const job = await lockJob(trx, id)
      if (!job) throw jobNotFound(job_id)
      if (job.completed_at !== null) throw jobIsOver(job_id, job.status)
      await requestCancel(trx, id, clock.now())
    })
    return toJobReport(await requireJob(context, job_id))
  })
