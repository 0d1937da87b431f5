import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { JobOutcome, JobReport, JobStatus } from '../job.ts'
import { toJobReport } from '../job-report.ts'
import { listJobRows } from '../job-store.ts'

export const listJobs = operation({
  name: 'list-jobs',
  summary: 'List background jobs, newest first: your own, or all jobs for an administrator.',
  effect: 'read',
  permission: 'jobs.read',
  input: z.strictObject({
    page,
    per_page: perPage(),
    status: JobStatus.optional(),
    outcome: JobOutcome.optional(),
    type: z.string().max(60).optional(),
  }),
  output: z.object({ jobs: z.array(JobReport), page: z.int(), per_page: z.int(), total: z.int() }),
}).does(async ({ page, per_page, status, outcome, type }, { db, actor }) => {
  const { rows, total } = await listJobRows(db, actor, { status, outcome, kind: type }, { page, perPage: per_page })
  return { jobs: rows.map(toJobReport), page, per_page, total }
})
