import { z } from 'zod'
import type { Actor } from '../../operation/actor.ts'
import { publicError } from '../../operation/each.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { findDatabaseFailure } from '../../platform/database/database-failure.ts'
import type { Logger } from '../../platform/log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { findAbandonedBatches, findUnbegunBatches } from './abandoned-store.ts'
import {
  findJobForWork,
  handBackTarget,
  type JobRow,
  leaseTargets,
  markJobBegun,
  releaseLeases,
  renewTargetLeases,
  type TargetRow,
} from './job-store.ts'
import { recordTarget, type TargetOutcome } from './outcome-store.ts'
import { batchSize, batchSizeOf, wakeWorkers } from './start-job.ts'

export interface TargetCall {
  operation: string
  input: Record<string, unknown>
  actor: Actor
  jobId: number
  /** It was begun before by a worker that is gone: what it changed may already be there. */
  resumed: boolean
}

export interface WorkerParts {
  db: Database
  queue: Pick<Queue, 'deliver' | 'longTaken'>
  clock: Clock
  log: Logger
  /** Tells this worker's leases from those of others. */
  holder: string
  leaseSeconds?: number
  runTarget(call: TargetCall): Promise<unknown>
}

export interface TargetWorker {
  /** Does the targets of one message; each outcome is recorded as soon as it is known. A few slow ones may go on after. */
  take(message: unknown): Promise<void>
  /** The same for the worker that is reserved for callers with nothing else to do: slow targets leave it free after a second. */
  takeFirst(message: unknown): Promise<void>
  /** Finds work whose worker died and wakes somebody for it. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** Slow targets that may go on after their batch gave up its place; beyond it, batches wait for their last one. */
const mostStragglers = 100

/** After this a batch of slow targets gives up its place, so that slow sites of one caller hold up no other caller. */
const maxSlotMs = 15_000
const longestReservedPlaceMs = 1_000

/** So many times, a second apart, an outcome is told to a database that is away; then the lease runs out when this worker has nothing to do. */
const mostTries = 60

/** Something that always looks like a database that is away must not go round for ever. */
const mostAttempts = 10

/**
 * Whoever takes a message leases its targets in the next moment, or is dead. Should it only be slow, a second message
 * does no harm: the lease decides who does the work.
 */
const unbegunAfterSeconds = 3

const isOurDatabase = (error: unknown) => error instanceof ServiceError && error.code === 'svc_database_unavailable'

const BatchMessage = z.object({ job: z.int(), batch: z.int().min(0) })

export function createTargetWorker(parts: WorkerParts): TargetWorker {
  const { db, queue, clock, log, holder, leaseSeconds = 30, runTarget } = parts
  const lease = { holder, seconds: leaseSeconds }
  let underWay = 0
  let stragglers = 0
  let forgetRenewal = () => {}

  function renewWhileWorking() {
    forgetRenewal = clock.after((leaseSeconds * 1000) / 3, () => {
      if (underWay === 0) return
      renewTargetLeases(db, lease).catch((error) =>
        log.warn({ reason: (error as Error).message }, 'leases were not renewed'),
      )
      renewWhileWorking()
    })
  }

  async function runOne(job: { operation: string; actor: Actor }, target: TargetRow) {
    let outcome: TargetOutcome
    try {
      const call = { operation: job.operation, input: target.input, actor: job.actor, jobId: target.job_id }
      outcome = { state: 'succeeded', result: await runTarget({ ...call, resumed: target.attempts > 1 }) }
    } catch (error) {
      // Ours is the failure, not the target's: that is no outcome. Nobody is told that a site failed when it did not.
      if (isOurDatabase(error) && target.attempts < mostAttempts)
        return whenDatabaseIsBack(() => handBackTarget(db, target, holder))
      if (!(error instanceof ServiceError)) log.error({ err: error, job: target.job_id }, 'unexpected error in a job')
      outcome = { state: 'failed', ...publicError(error) }
    }
    const recorded = () => recordTarget(db, { target, holder, outcome, now: clock.now() })
    if (!(await whenDatabaseIsBack(recorded))) {
      log.warn({ job: target.job_id, position: target.position }, 'somebody else had taken over this target')
    }
  }

  /** What is known of a target is not forgotten because our database is away for a moment. */
  async function whenDatabaseIsBack<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (findDatabaseFailure(error) === null || tries === mostTries) throw error
        await new Promise<void>((resolve) => clock.after(1_000, resolve))
      }
    }
  }

  /**
   * Resolves when all are done, or when so few of a whole batch are left that the next one need not wait for them:
   * sites that do not answer must not hold up those that do.
   */
  function runAll(
    job: Pick<JobRow, 'operation' | 'actor' | 'lane'>,
    targets: TargetRow[],
    placeMs: number,
  ): Promise<void> {
    let [left, lostSlot, forgetPlace] = [targets.length, false, () => {}]
    return new Promise((resolve, reject) => {
      const giveUpPlace = () => {
        if (lostSlot || left === 0 || stragglers + left > mostStragglers) return
        lostSlot = true
        stragglers += left
        resolve()
      }
      // Heavy targets go on one at a time, however long they take.
      if (job.lane !== 'heavy') forgetPlace = clock.after(placeMs, giveUpPlace)
      const oneIsDone = () => {
        left--
        if (--underWay === 0) forgetRenewal()
        if (lostSlot) stragglers--
        else if (left === 0) {
          forgetPlace()
          resolve()
        } else if (targets.length === batchSize && left <= batchSize / 2) {
          giveUpPlace()
          if (lostSlot) forgetPlace()
        }
      }
      for (const target of targets) {
        runOne(job, target)
          .catch((error) => (lostSlot ? log.error({ err: error }, 'an outcome was not recorded') : reject(error)))
          .finally(oneIsDone)
      }
    })
  }

  async function takeBatch(message: unknown, placeMs: number): Promise<void> {
    const { job: jobId, batch } = BatchMessage.parse(message)
    const job = await findJobForWork(db, jobId)
    if (!job) return
    const size = batchSizeOf(job)
    const targets = await leaseTargets(db, jobId, { from: batch * size, to: (batch + 1) * size }, lease)
    if (targets.length === 0) return
    await markJobBegun(db, jobId, clock.now())
    if (underWay === 0) renewWhileWorking()
    underWay += targets.length
    await runAll(job, targets, placeMs)
  }

  return {
    take: (message) => takeBatch(message, maxSlotMs),
    takeFirst: (message) => takeBatch(message, longestReservedPlaceMs),
    async sweep() {
      const taken = (await queue.longTaken(unbegunAfterSeconds)).flatMap(
        (data) => BatchMessage.safeParse(data).data ?? [],
      )
      const unbegun = taken.length === 0 ? [] : await findUnbegunBatches(db, taken, batchSize)
      const abandoned = [...unbegun, ...(await findAbandonedBatches(db, batchSize))]
      for (const [id, batches] of Map.groupBy(abandoned, (each) => each.job)) {
        const job = await findJobForWork(db, id)
        if (job)
          await wakeWorkers(
            queue,
            job,
            batches.map((each) => each.batch),
          )
      }
    },
    async close() {
      forgetRenewal()
      await releaseLeases(db, holder)
    },
  }
}
