import { route } from '../../operation/address.ts'
import { cancelJob } from './operations/cancel-job.ts'
import { getJob } from './operations/get-job.ts'
import { listJobTargets } from './operations/list-job-targets.ts'
import { listJobs } from './operations/list-jobs.ts'
import { retryFailedTargets } from './operations/retry-failed-targets.ts'
import { watchJob } from './operations/watch-job.ts'

export const addresses = [
  route('GET /jobs', listJobs, { list: 'jobs' }),
  route('GET /jobs/{job_id}', getJob),
  route('GET /jobs/{job_id}/events', watchJob),
  route('GET /jobs/{job_id}/targets', listJobTargets, { list: 'targets' }),
  route('POST|PUT|PATCH /jobs/{job_id}/cancel', cancelJob, { message: 'Job cancelled.' }),
  route('POST|PUT|PATCH /jobs/{job_id}/retry-failed', retryFailedTargets, {
    message: 'Failed targets are tried again.',
  }),
]
