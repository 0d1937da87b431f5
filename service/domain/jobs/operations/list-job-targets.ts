import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, page, perPage, timestamp } from '../../../operation/shapes.ts'
import { JobId, JobOutcome } from '../job.ts'
import { requireJob } from '../job-report.ts'
import { countTargets, listTargets } from '../job-target-store.ts'

const targetStates = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const

export const listJobTargets = operation({
  name: 'list-job-targets',
  summary: 'List the targets of a job with the outcome of each.',
  effect: 'read',
  permission: 'jobs.read',
  input: z.strictObject({
    job_id: JobId,
    state: z.enum(targetStates).optional(),
    outcome: JobOutcome.optional(),
    page,
    per_page: perPage(50, 1000),
  }),
  output: z.object({
    targets: z.array(
      z.object({
        position: z.int(),
        site_id: z.int().nullable(),
        label: z.string(),
        site_name: z.string().describe('Empty for a target that is no site, or a site without a name.'),
        state: z.enum(targetStates),
        outcome: JobOutcome.nullable().describe('Null until it ended.'),
        attempts: z.int(),
        result: z.unknown(),
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
        finished_at: timestamp.nullable(),
      }),
    ),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ job_id, state, outcome, page, per_page }, context) => {
  const job = await requireJob(context, job_id)
  const rows = await listTargets(context.db, job.id, { state, outcome }, { page, perPage: per_page })
  return {
    targets: rows.map((row) => ({
      position: row.position,
      site_id: row.site_id,
      label: row.label,
      site_name: row.site_name ?? '',
      state: row.state,
      outcome: row.finished_at === null ? null : row.outcome,
      attempts: row.attempts,
      result: row.result,
      error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
      finished_at: isoTime(row.finished_at),
    })),
    page,
    per_page,
    total: await countTargets(context.db, job.id, { state, outcome }),
  }
})
