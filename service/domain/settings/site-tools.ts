import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import { timestamp } from '../../operation/shapes.ts'
import { JobReport, JobStatus, jobNotFound, reportWithErrors } from '../jobs/index.ts'
import { disconnectSite, renewSiteConnection } from '../sites/index.ts'
import { destroySiteSessions } from './operations/destroy-site-sessions.ts'

/** Runs one operation on every site, as a job. */
export interface SiteTool {
  /** Also the kind of its jobs. */
  name: string
  /** The name of the job id in routes and answers. */
  id: `${string}_id`
  summary: string
  /** The message of the answer. */
  started: string
  perSite: Operation
  input?: Record<string, unknown>
}

export const siteTools: readonly SiteTool[] = [
  {
    name: 'destroy-sessions',
    id: 'destroy_id',
    summary: 'End all sessions of all users on all sites, as a job.',
    started: 'Sessions are being destroyed.',
    perSite: destroySiteSessions,
  },
  {
    name: 'renew-connections',
    id: 'renew_id',
    summary: 'Give all sites a new key, as a job. The old one is valid until a site has accepted the new one.',
    started: 'Connections are being renewed.',
    perSite: renewSiteConnection,
  },
  {
    name: 'disconnect-all-sites',
    id: 'disconnect_id',
    summary:
      'Disconnect all sites, as a job, and ask them to delete the connection; sites that do not answer are disconnected in Flotilla only.',
    started: 'Sites are being disconnected.',
    perSite: disconnectSite,
    input: { notify_child: true },
  },
]

// The rest is in the list of the job's targets.
const shownErrors = 100

export const ToolJobStatus = z.object({
  job_id: z.string(),
  status: JobStatus,
  outcome: JobReport.shape.outcome,
  total: z.int(),
  processed: z.int(),
  failed: z.int(),
  partial: JobReport.shape.partial,
  progress: z.int().describe('From 0 to 100.'),
  errors: z
    .array(z.object({ site_id: z.int().nullable(), site_url: z.string(), code: z.string(), error: z.string() }))
    .describe(`The first ${shownErrors}; GET /jobs/{job_id}/targets lists all.`),
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
})

/** Throws for jobs of another kind. */
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
