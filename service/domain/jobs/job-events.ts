import type { Db } from '../../platform/database/database.ts'
import { publishEvents } from '../events/index.ts'

/** A job whose last target has just ended. */
export interface EndedJob {
  id: number
  kind: string
  started_by: string
  user_id: number | null
  key_id: number | null
  outcome: string | null
  total: number
  succeeded: number
  failed: number
  cancelled: number
}

export async function publishEndedJobs(trx: Db, jobs: readonly EndedJob[], now: Date): Promise<void> {
  await publishEvents(
    trx,
    jobs.map(({ id, kind, started_by, user_id, key_id, outcome, total, succeeded, failed, cancelled }) => ({
      type: failed > 0 ? 'job.failed' : 'job.finished',
      subject: `job:${id}`,
      startedBy: { userId: user_id, keyId: key_id },
      data: { job_id: String(id), kind, started_by, outcome, total, succeeded, failed, cancelled },
    })),
    now,
  )
}
