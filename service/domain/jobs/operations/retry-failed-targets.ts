import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { JobId, JobReport } from '../job.ts'
import { nothingToRetry } from '../job-errors.ts'
import { requireJob, toJobReport } from '../job-report.ts'
import { reopenFailedTargets } from '../job-store.ts'
import { requireJobCapacity } from '../open-work.ts'
import { batchSizeOf, wakeWorkers } from '../start-job.ts'

export const retryFailedTargets = operation({
  name: 'retry-failed-targets',
  summary: 'Run only the failed targets of a job again.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'jobs.manage',
  input: z.strictObject({ job_id: JobId }),
  output: JobReport,
})
  .plans(async ({ job_id }, context) => {
    const job = await requireJob(context, job_id)
    return { job_id, would_affect: [{ job_id, targets: job.failed }], count: job.failed }
  })
  .does(async ({ job_id }, context) => {
    const job = await requireJob(context, job_id)
    const { db, queue } = context
    await db.transaction().execute(async (trx) => {
      const open = await requireJobCapacity(trx, job.user_id, { priority: job.priority, targets: job.failed })
      const positions = await reopenFailedTargets(trx, job.id)
      if (positions.length === 0) throw nothingToRetry(job_id)
      const batches = [...new Set(positions.map((position) => Math.floor(position / batchSizeOf(job))))]
      await wakeWorkers(queue, job, batches, { within: trx, behind: open.samePriority })
    })
    return toJobReport(await requireJob(context, job_id))
  })
