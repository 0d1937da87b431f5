import { z } from 'zod'
import { resultOutcomes } from '../../operation/item-results.ts'
import { timestamp } from '../../operation/shapes.ts'

export const jobStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
export const JobStatus = z.enum(jobStatuses)

export const JobOutcome = z.enum(resultOutcomes)

/** A number as text: some clients can only poll numeric ids. */
export const JobId = z.string().regex(/^\d{1,15}$/, 'must be the id of a job')

const JobError = z.object({
  identifier: z.union([z.int(), z.string()]),
  site_id: z.int().nullable(),
  site_url: z.string(),
  site_name: z.string(),
  code: z.string(),
  message: z.string(),
})

export const JobReport = z.object({
  job_id: JobId,
  type: z.string(),
  status: JobStatus,
  outcome: JobOutcome.nullable().describe(
    'What came of it; null while it runs, or if it was cancelled before a target ended.',
  ),
  progress: z.int(),
  processed: z.int(),
  total: z.int(),
  succeeded: z.int(),
  failed: z.int().describe('Targets that were not done, or not as a whole.'),
  partial: z.int().describe('Those of `failed` of which a part was done.'),
  retryable: z
    .int()
    .describe('Those of `failed` that retry-failed runs again: a create with an unknown outcome is never sent again.'),
  cancelled: z.int(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  cancel_requested_at: timestamp
    .nullable()
    .describe('The job is `processing` until the targets that had begun have ended, then `cancelled`.'),
  completed_at: timestamp.nullable(),
  started_by: z.string(),
  status_url: z.string().nullable(),
})
export const JobReportWithErrors = JobReport.extend({
  errors: z.array(JobError),
  skipped: z
    .array(
      z.object({
        site_id: z.int(),
        site_url: z.string(),
        site_name: z.string(),
        code: z.string(),
        message: z.string(),
      }),
    )
    .describe('Sites that were skipped when the job was started, such as suspended ones; at most a thousand.'),
})
