import { z } from 'zod'
import { StreamAnswer, type StreamEvent } from '../../../operation/answers.ts'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { JobId, JobReport } from '../job.ts'
import { requireJob, toJobReport } from '../job-report.ts'

// Proxies close silent connections.
const keepAliveMs = 15_000

export const watchJob = operation({
  name: 'watch-job',
  summary: 'Stream the progress of a job: an event for each change, until the job ends.',
  effect: 'read',
  permission: 'jobs.read',
  input: z.strictObject({ job_id: JobId }),
  output: JobReport,
  answers: ['stream'],
}).does(async ({ job_id }, context) => {
  await requireJob(context, job_id)
  return new StreamAnswer((closed) => streamReports(context, job_id, closed))
})

async function* streamReports(context: Context, jobId: string, closed: AbortSignal): AsyncIterable<StreamEvent> {
  let lastSent = ''
  while (!closed.aborted) {
    const { changed, cancel } = context.jobs.nextChange(Number(jobId), keepAliveMs)
    closed.addEventListener('abort', cancel, { once: true })
    try {
      const report = toJobReport(await requireJob(context, jobId))
      const current = JSON.stringify(report)
      yield { event: current === lastSent ? 'alive' : 'job', data: report }
      lastSent = current
      if (report.completed_at !== null) return
      await changed
    } finally {
      cancel()
      closed.removeEventListener('abort', cancel)
    }
  }
}
