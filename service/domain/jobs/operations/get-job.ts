import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { JobId, JobReportWithErrors } from '../job.ts'
import { reportWithErrors } from '../job-report.ts'

export const getJob = operation({
  name: 'get-job',
  summary: 'Read the progress of a background job and what failed so far.',
  effect: 'read',
  permission: 'jobs.read',
  tool: true,
  input: z.strictObject({ job_id: JobId }),
  output: JobReportWithErrors,
}).does(async ({ job_id }, context) => reportWithErrors(context, job_id))
