import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { JobId, JobReportWithErrors } from '../job.ts'
import { reportWithErrors } from '../job-report.ts'

export const getBatchJobStatus = operation({
  name: 'get-batch-job-status',
  ability: 'svc/get-batch-job-status-v1',
  category: 'svc-batch',
  summary: 'Poll a queued job: its status, progress and errors.',
  effect: 'read',
  permission: 'jobs.read',
  input: z.strictObject({ job_id: JobId }),
  output: JobReportWithErrors,
}).does(async ({ job_id }, context) => reportWithErrors(context, job_id))
