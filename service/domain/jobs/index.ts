import type { Feature } from '../../operation/feature.ts'
import { endedTargets, jobGauges } from './job-metrics.ts'
import { deleteOldJobs } from './job-store.ts'
import { cancelJob } from './operations/cancel-job.ts'
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
  operations: [listJobs, getJob, getBatchJobStatus, listJobTargets, watchJob, cancelJob, retryFailedTargets],
  addresses,
  // The histories of updates and changes store longer what was done to sites.
  retention: [{ table: 'jobs', cascadesTo: ['job_targets'], keepDays: 30, delete: deleteOldJobs }],
  gauges: jobGauges,
  counters: [endedTargets],
}

export { JobId, JobReport, JobStatus } from './job.ts'
export { cancelChannel } from './job-cancel-store.ts'
export { jobNotFound, jobOwnerLostAccess } from './job-errors.ts'
export { openJobs, reportWithErrors } from './job-report.ts'
export { openJobWatch } from './job-watch.ts'
export {
  background,
  immediateTargets,
  type NowOrLater,
  nowOrLater,
  runAndWait,
  type TargetResult,
} from './now-or-later.ts'
export {
  planListedSites,
  QueuedSites,
  queueForSites,
  queueListedSites,
  schedulesSites,
} from './queue-for-sites.ts'
export { createTargetWorker, type TargetWorker } from './run-targets.ts'
export { startJob } from './start-job.ts'
