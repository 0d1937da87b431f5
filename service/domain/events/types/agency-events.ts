import { z } from 'zod'
import { defineEvent } from '../event-type.ts'

const job = {
  job_id: z.string(),
  kind: z.string(),
  started_by: z.string(),
  outcome: z.string().nullable(),
  total: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
}

const report = {
  period: z.string().describe('A month such as 2026-10, or the first and the last day.'),
  scheduled: z.boolean(),
  recipients: z.array(z.string()),
}

export const agencyEvents = [
  defineEvent({
    type: 'job.finished',
    severity: 'info',
    permission: 'jobs.read',
    scope: 'owner',
    title: 'A job is finished',
    data: z.object(job),
  }),
  defineEvent({
    type: 'job.failed',
    severity: 'warning',
    permission: 'jobs.read',
    scope: 'owner',
    title: 'A job ended with failures',
    data: z.object(job),
  }),
  defineEvent({
    type: 'report.sent',
    severity: 'info',
    permission: 'reports.read',
    scope: 'client',
    title: 'A report was sent',
    data: z.object(report),
  }),
  defineEvent({
    type: 'report.failed',
    severity: 'warning',
    permission: 'reports.read',
    scope: 'client',
    title: 'A report was not sent',
    data: z.object({ ...report, message: z.string() }),
  }),
] as const
