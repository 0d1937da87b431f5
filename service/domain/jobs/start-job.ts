import type { Actor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { tooMuchAtOnce } from '../../operation/load-errors.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Queue, QueuePriority } from '../../platform/queue/queue.ts'
import { countOpenJobs, insertJob, type JobRow, type NewTarget } from './job-store.ts'
import { admitOrder } from './open-work.ts'

/** Targets that one worker takes at a time; heavy ones one by one, so that jobs take turns and can be cancelled. */
export const batchSize = 25
export const batchSizeOf = (job: { lane: QueuePriority | null }) => (job.lane === 'heavy' ? 1 : batchSize)

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
  /** Each target keeps a machine busy for a minute or more: the heavy lane. */
  heavy?: boolean
}

/**
 * Stores the job with all its targets and wakes the workers, both or neither; `within` a transaction, with all of it.
 * Throws svc_rate_limited when the caller has too much waiting already.
 */
export async function startJob({ db, queue, clock, actor }: JobContext, order: JobOrder, within?: Db): Promise<JobRow> {
  const { kind, operation, targets } = order
  const lane = priorityOf(order)
  const start = async (trx: Db) => {
    const open = await admitOrder(trx, actor.userId, { lane, targets: targets.length })
    if (lane === 'heavy') await requireHeavyShare(trx, actor)
    const job = await insertJob(trx, { kind, operation: operation.name, lane, actor, now: clock.now() }, targets)
    const batches = Array.from({ length: Math.ceil(targets.length / batchSizeOf(job)) }, (_, batch) => batch)
    await wakeWorkers(queue, job, batches, { within: trx, behind: open.inLane })
    return job
  }
  return within ? start(within) : db.transaction().execute(start)
}

/** Each occupies the one browser of a machine; jobs take turns, so a caller with many jobs would have most of the turns. */
const heavyJobsPerCaller = 5

async function requireHeavyShare(db: Db, actor: Actor): Promise<void> {
  if (actor.kind === 'system') return
  if ((await countOpenJobs(db, actor, 'heavy')) >= heavyJobsPerCaller)
    throw tooMuchAtOnce(`jobs that need a browser (${heavyJobsPerCaller})`, 60)
}

function priorityOf({ heavy, unhurried, targets }: JobOrder): QueuePriority {
  if (heavy) return 'heavy'
  return unhurried || targets.length >= longFrom ? 'long' : 'short'
}

export type JobContext = Pick<Context, 'db' | 'queue' | 'clock' | 'actor'>

export interface BatchMessage {
  job: number
  batch: number
}

/**
 * Earlier batches come first whatever their job, so that two long jobs share the workers. Those of a caller with other jobs
 * in the lane come `behind` by as many places, so that a caller with many jobs keeps no other caller waiting.
 */
export async function wakeWorkers(
  queue: Pick<Queue, 'deliver'>,
  job: { id: number; total: number; lane: QueuePriority | null },
  batches: number[],
  { within, behind = 0 }: { within?: Db; behind?: number } = {},
): Promise<void> {
  if (batches.length === 0) return
  const messages = batches.map((batch) => ({
    key: `${job.id}:${batch}`,
    data: { job: job.id, batch } satisfies BatchMessage,
    priority: -batch - behind,
  }))
  // Jobs from before lanes were kept have none.
  await queue.deliver(job.lane ?? (job.total >= longFrom ? 'long' : 'short'), messages, within)
}
