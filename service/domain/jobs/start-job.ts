import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { insertJob, type JobRow, type NewTarget } from './job-store.ts'

/** Targets that one worker takes at a time. */
export const batchSize = 25

/** Above this many targets a job goes into the long lane, where it cannot keep short ones waiting. */
const longFrom = 201

export interface JobOrder {
  /** What was asked for, in one word. */
  kind: string
  /** Runs once per target. */
  operation: Operation
  targets: NewTarget[]
  /** Nobody waits for it: even a short one takes the long lane. */
  unhurried?: boolean
}

/** Stores the job with all its targets and wakes the workers, both or neither; `within` a transaction, with all of it. */
export async function startJob({ db, queue, clock, actor }: JobContext, order: JobOrder, within?: Db): Promise<JobRow> {
  const { kind, operation, targets, unhurried = false } = order
  const start = async (trx: Db) => {
    const job = await insertJob(trx, { kind, operation: operation.name, actor, now: clock.now() }, targets)
    const batches = Array.from({ length: Math.ceil(targets.length / batchSize) }, (_, batch) => batch)
    await wakeWorkers(queue, job, batches, { within: trx, unhurried })
    return job
  }
  return within ? start(within) : db.transaction().execute(start)
}

export type JobContext = Pick<Context, 'db' | 'queue' | 'clock' | 'actor'>

export interface BatchMessage {
  job: number
  batch: number
}

/** Earlier batches come first whatever their job, so that two long jobs share the workers. */
export async function wakeWorkers(
  queue: Pick<Queue, 'deliver'>,
  job: { id: number; total: number },
  batches: number[],
  { within, unhurried = false }: { within?: Db; unhurried?: boolean } = {},
): Promise<void> {
  if (batches.length === 0) return
  const messages = batches.map((batch) => ({
    key: `${job.id}:${batch}`,
    data: { job: job.id, batch } satisfies BatchMessage,
    priority: -batch,
  }))
  await queue.deliver(unhurried || job.total >= longFrom ? 'long' : 'short', messages, within)
}
