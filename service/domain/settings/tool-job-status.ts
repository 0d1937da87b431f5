import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { timestamp } from '../../operation/shapes.ts'
import { JobStatus, jobNotFound, reportWithErrors } from '../jobs/index.ts'

// What fits into one answer; the rest is in the list of the job's targets.
const shownErrors = 100

export const ToolJobStatus = z.object({
  job_id: z.string(),
  status: JobStatus,
  total: z.int(),
  processed: z.int(),
  failed: z.int(),
  progress: z.int().describe('From 0 to 100.'),
  errors: z
    .array(z.object({ site_id: z.int().nullable(), site_url: z.string(), code: z.string(), error: z.string() }))
    .describe(`The first ${shownErrors}; GET /jobs/{job_id}/targets lists all.`),
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
})

/** A job of the jobs room as the tools show it; a job of another kind is none of theirs. */
export async function toolJobStatus(
  context: Pick<Context, 'db' | 'actor'>,
  kind: string,
  id: string,
): Promise<z.input<typeof ToolJobStatus>> {
  const { type, errors, ...report } = await reportWithErrors(context, id)
  if (type !== kind) throw jobNotFound(id)
  return {
    ...report,
    errors: errors
      .slice(0, shownErrors)
      .map(({ site_id, site_url, code, message }) => ({ site_id, site_url, code, error: message })),
  }
}
