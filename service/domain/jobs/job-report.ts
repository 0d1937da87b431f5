import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import type { JobReport } from './job.ts'
import { jobNotFound } from './job-errors.ts'
import { findJob, type JobRow, listOpenJobs } from './job-store.ts'
import { listTargets, type NamedTarget } from './job-target-store.ts'

// Errors in one answer; the list of targets has all.
const reportedErrors = 1_000

export function toJobReport(job: JobRow): z.input<typeof JobReport> {
  const processed = job.succeeded + job.failed + job.cancelled
  return {
    job_id: String(job.id),
    type: job.kind,
    status: job.status,
    outcome: job.outcome,
    progress: job.total === 0 ? 100 : Math.floor((100 * processed) / job.total),
    processed,
    total: job.total,
    succeeded: job.succeeded,
    failed: job.failed,
    partial: job.partial,
    retryable: retryableTargets(job),
    cancelled: job.cancelled,
    created_at: isoTime(job.created_at),
    started_at: isoTime(job.started_at),
    cancel_requested_at: isoTime(job.cancel_requested_at),
    completed_at: isoTime(job.completed_at),
    started_by: job.actor.name,
    status_url: `/api/v2/jobs/${job.id}`,
  }
}

export const retryableTargets = ({ failed, unknown, repeatable }: JobRow): number =>
  repeatable ? failed : failed - unknown

/** Open jobs, the newest first, and their number. */
export async function openJobs({ db, actor }: Pick<Context, 'db' | 'actor'>, max: number) {
  const { rows, total } = await listOpenJobs(db, actor, max)
  return { total, items: rows.map(toJobReport) }
}

export async function requireJob({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<JobRow> {
  const job = await findJob(db, Number(id), actor)
  if (!job) throw jobNotFound(id)
  return job
}

export async function reportWithErrors(context: Pick<Context, 'db' | 'actor'>, id: string) {
  const job = await requireJob(context, id)
  const failed = await listTargets(context.db, job.id, { state: 'failed' }, { page: 1, perPage: reportedErrors })
  return {
    ...toJobReport(job),
    errors: failed.map(toJobError),
    skipped: job.skipped,
  }
}

function toJobError(target: NamedTarget) {
  return {
    identifier: target.site_id ?? target.label,
    site_id: target.site_id,
    site_url: target.label,
    site_name: target.site_name ?? '',
    ...targetError(target),
  }
}

export const targetError = ({ error_code, error_message }: Pick<NamedTarget, 'error_code' | 'error_message'>) => ({
  code: error_code ?? 'svc_internal_error',
  message: error_message ?? '',
})
