import { z } from 'zod'
import { StreamAnswer, type StreamEvent } from '../../../operation/answers.ts'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { JobId, JobReport } from '../job.ts'
import { reportOf, requireJob } from '../job-report.ts'
import { jobWatchOf } from '../job-watch.ts'

// Proxies cut connections that are silent for long.
const signOfLifeMs = 15_000

export const watchJob = operation({
  name: 'watch-job',
  summary: 'Follow a job live: an event with its progress whenever it moves, until it is over.',
  effect: 'read',
  permission: 'jobs.read',
  input: z.strictObject({ job_id: JobId }),
  output: JobReport,
  answers: ['stream'],
}).does(async ({ job_id }, context) => {
  await requireJob(context, job_id)
  return new StreamAnswer((hangUp) => follow(context, job_id, hangUp))
})

async function* follow(context: Context, jobId: string, hangUp: AbortSignal): AsyncIterable<StreamEvent> {
  const watch = jobWatchOf(context.db)
  let told = ''
  while (!hangUp.aborted) {
    const { moved, forget } = watch.nextMove(Number(jobId), signOfLifeMs)
    hangUp.addEventListener('abort', forget, { once: true })
    try {
      const report = reportOf(await requireJob(context, jobId))
      const news = JSON.stringify(report)
      yield { event: news === told ? 'alive' : 'job', data: report }
      told = news
      if (report.completed_at !== null) return
      await moved
    } finally {
      forget()
      hangUp.removeEventListener('abort', forget)
    }
  }
}
