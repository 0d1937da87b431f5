import { z } from 'zod'
import type { Actor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Queue, QueuePriority } from '../../platform/queue/queue.ts'
import { tooManyHeavyJobs } from './job-errors.ts'
import { countOpenJobs, insertJob, type JobRow, type NewTarget, type SkippedSite } from './job-store.ts'
import { requireJobCapacity } from './open-work.ts'

/** Targets that a worker takes at a time; heavy ones one by one, so that jobs alternate and can be cancelled. */
export const batchSize = 25
export const batchSizeOf = (job: { priority: QueuePriority | null }) => (job.priority === 'heavy' ? 1 : batchSize)

/** From this many targets on a job takes the queue `long`, where it cannot delay short jobs. */
const longFrom = 201

/** Sites that were left out, in the record of a job. */
const maxSkippedRecorded = 1_000

export interface JobOrder {
  /** The type of the job, as one identifier. */
  kind: string
  /** Runs once per target. */
  operation: Operation
  targets: NewTarget[]
  /** Sites that are left out, for the record. */
  skipped?: SkippedSite[]
  /** No person waits for it: even a short job takes the queue `long`. */
  lowPriority?: boolean
  /** Its operation is not for API keys: only a person with a fresh password or factor may retry it. */
  needsPerson?: boolean
  /** Each target occupies a machine for a minute or more: the queue `heavy`. */
  heavy?: boolean
}

/**
 * Stores the job with its targets and wakes the workers, in one transaction (`within`, if given). Throws
 * svc_rate_limited when the caller has too much open work.
 */
export async function startJob({ db, queue, clock, actor }: JobContext, order: JobOrder, within?: Db): Promise<JobRow> {
  const { kind, operation, targets } = order
  const priority = priorityOf(order)
  const start = async (trx: Db) => {
    const open = await requireJobCapacity(trx, actor.userId, { priority, targets: targets.length })
    if (priority === 'heavy') await requireHeavyShare(trx, actor)
    const { name, idempotent: repeatable } = operation
    const { skipped = [], needsPerson = false } = order
    const shared = { skipped: skipped.slice(0, maxSkippedRecorded), priority, needsPerson }
    const fields = { kind, operation: name, repeatable, ...shared }
    const job = await insertJob(trx, { ...fields, actor, now: clock.now() }, targets)
    const batches = Array.from({ length: Math.ceil(targets.length / batchSizeOf(job)) }, (_, batch) => batch)
    await wakeWorkers(queue, job, batches, { within: trx, behind: open.samePriority })
    return job
  }
  return within ? start(within) : db.transaction().execute(start)
}

/** A worker runs one heavy job at a time. Jobs alternate, so a caller with many jobs would get most of the time. */
const heavyJobsPerCaller = 5

async function requireHeavyShare(db: Db, actor: Actor): Promise<void> {
  if (actor.kind === 'system') return
  const open = await countOpenJobs(db, actor, 'heavy')
  if (open >= heavyJobsPerCaller) throw tooManyHeavyJobs(open)
}

function priorityOf({ heavy, lowPriority, targets }: JobOrder): QueuePriority {
  if (heavy) return 'heavy'
  return lowPriority || targets.length >= longFrom ? 'long' : 'short'
}

type JobContext = Pick<Context, 'db' | 'queue' | 'clock' | 'actor'>

export const BatchMessage = z.object({ job: z.int(), batch: z.int().min(0) })
export type BatchMessage = z.output<typeof BatchMessage>

/**
 * Earlier batches of any job come first, so that two long jobs share the workers. Batches of a caller with other jobs in
 * the same queue come `behind` by that number, so that a caller with many jobs does not delay other callers.
 */
export async function wakeWorkers(
  queue: Pick<Queue, 'deliver'>,
  job: { id: number; total: number; priority: QueuePriority | null },
  batches: number[],
  { within, behind = 0 }: { within?: Db; behind?: number } = {},
): Promise<void> {
  if (batches.length === 0) return
  const messages = batches.map((batch) => ({
    key: `${job.id}:${batch}`,
    data: { job: job.id, batch } satisfies BatchMessage,
    priority: -batch - behind,
  }))
  // Jobs from before priorities were stored have none.
  await queue.deliver(job.priority ?? (job.total >= longFrom ? 'long' : 'short'), messages, within)
}
