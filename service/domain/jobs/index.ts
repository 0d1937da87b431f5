import type { Feature } from '../../operation/feature.ts'
import { cancelJob } from './operations/cancel-job.ts'
import { forgetOldJobs } from './operations/forget-old-jobs.ts'
import { getBatchJobStatus } from './operations/get-batch-job-status.ts'
import { getJob } from './operations/get-job.ts'
import { listJobTargets } from './operations/list-job-targets.ts'
import { listJobs } from './operations/list-jobs.ts'
import { retryFailedTargets } from './operations/retry-failed-targets.ts'
import { watchJob } from './operations/watch-job.ts'
import { addresses } from './rest.ts'

export const jobsFeature: Feature = {
  name: 'jobs',
  tables: ['jobs', 'job_targets'],
  operations: [
    listJobs,
    getJob,
    getBatchJobStatus,
    listJobTargets,
    watchJob,
    cancelJob,
    retryFailedTargets,
    forgetOldJobs,
  ],
  addresses,
  schedule: [{ operation: forgetOldJobs, cron: '27 4 * * *' }],
}

export { JobId, JobReport, JobStatus } from './job.ts'
export { jobNotFound, jobOwnerLostAccess } from './job-errors.ts'
export { openJobs, reportWithErrors } from './job-report.ts'
export { openJobWatch } from './job-watch.ts'
export { background, immediateTargets, type NowOrLater, nowOrLater } from './now-or-later.ts'
export { createTargetWorker, type TargetWorker } from './run-targets.ts'
export { startJob } from './start-job.ts'
