import type { Actor } from '../../operation/actor.ts'
import { publicError } from '../../operation/each.ts'
import { ServiceError } from '../../operation/errors.ts'
import { describeItems, type ItemFailure, type ItemResults, outcomeOfItems } from '../../operation/item-results.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { findDatabaseFailure } from '../../platform/database/database-failure.ts'
import { defaultLeaseSeconds, Leases } from '../../platform/leases.ts'
import type { Logger } from '../../platform/log.ts'
import type { MetricRecorder } from '../../platform/metrics.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { type CurrentWork, runAsWork, WorkCancelledError } from '../../platform/work/current-work.ts'
import { transition, type WorkEvent, type WorkState } from '../../platform/work/lifecycle.ts'
import { listCancellingJobs, listLostTargets } from './job-cancel-store.ts'
import { endedTargets } from './job-metrics.ts'
import { findJobById, type JobRow, markJobStarted, type TargetRow } from './job-store.ts'
import {
  leaseTargets,
  listAbandonedBatches,
  listUnleasedBatches,
  maxTargetAttempts,
  recordTarget,
  releaseLeases,
  renewTargetLeases,
  returnTarget,
  type TargetOutcome,
} from './job-target-store.ts'
import { BatchMessage, batchSize, batchSizeOf, wakeWorkers } from './start-job.ts'

export interface TargetCall {
  operation: string
  input: Record<string, unknown>
  actor: Actor
  jobId: number
  /** A worker that ended has started it before: its changes may already be made. */
  resumed: boolean
  /** The last time that a user retried it after it had failed. */
  retriedAt: Date | null
  trace: { parent: string | null; isSeparate: boolean }
}

interface WorkerParts {
  db: Database
  queue: Pick<Queue, 'deliver' | 'longTaken'>
  clock: Clock
  log: Logger
  metrics?: MetricRecorder | undefined
  /** Identifies the leases of this worker. */
  holder: string
  leaseSeconds?: number
  runTarget(call: TargetCall): Promise<{ output: unknown; results: ItemResults | null }>
}

type TargetJob = Pick<JobRow, 'operation' | 'actor' | 'priority' | 'total' | 'trace_parent'>

/** Programs that show traces fail with thousands of steps: a larger job has a trace for each target. */
const maxTargetsInTrace = 25

export interface TargetWorker {
  /** Runs the targets of one message and records each outcome at once. A few slow targets may continue after it resolves. */
  take(message: unknown): Promise<void>
  /** The same for the worker reserved for callers without other jobs: slow targets release its slot after a second. */
  takeFirst(message: unknown): Promise<void>
  /** Stops targets of a cancelled job that have not begun. */
  cancel(jobId: number): void
  /** Finds targets whose worker died and wakes another worker; ends those that no other one may run. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** Slow targets that may continue after their batch released its slot; above this, batches wait for their last target. */
const maxSlowTargets = 100

/** After this a batch of slow targets releases its slot, so that slow sites of one caller do not delay other callers. */
const maxSlotMs = 15_000
const maxReservedSlotMs = 1_000

/** Attempts, a second apart, to record an outcome while the database is away. Then the lease expires. */
const recordAttempts = 60

/**
 * A worker that takes a message leases its targets at once, or is dead. If it is only slow, a second message is
 * harmless: the lease decides which worker runs the targets.
 */
const unleasedAfterSeconds = 3

/** Failures of this process, not of the target: the database was away or too slow, or another process took the lock of the site. */
const isOwnFailure = (error: unknown) =>
  findDatabaseFailure(error) !== null ||
  (error instanceof ServiceError && (error.code === 'svc_cancelled' || findDatabaseFailure(error.cause) !== null))

/** The counts and the first reason; the result has all of them. */
function describeFailure(results: ItemResults, first: ItemFailure): string {
  const others = results.errors.length - 1
  return others === 0 ? describeItems(results) : `${describeItems(results)} ${first.message} (and ${others} more)`
}

/** A target with any failed item has failed; the result lists its items. */
function toTargetOutcome({ output, results }: { output: unknown; results: ItemResults | null }): TargetOutcome {
  const outcome = results ? outcomeOfItems(results) : 'succeeded'
  const first = results?.errors[0]
  const error = results && first ? { code: first.code, message: describeFailure(results, first) } : null
  return { outcome, result: output, error }
}

/** Attempts since the target was created, or since a person retried it. */
const attemptsOf = ({ attempts, attempts_before_retry }: TargetRow) => attempts - attempts_before_retry

function failedTarget(error: unknown): TargetOutcome {
  const { code, message } = publicError(error)
  return { outcome: code === 'svc_outcome_unknown' ? 'unknown' : 'failed', result: null, error: { code, message } }
}

/** A heavy target starts at once; one that another worker had may have been begun by it. */
const workOf = ({ priority }: TargetJob, target: TargetRow): CurrentWork => ({
  hasBegun: priority === 'heavy' || attemptsOf(target) > 1,
})

const cancelledTarget: TargetOutcome = { outcome: 'cancelled', result: null, error: null }

const lostTarget: TargetOutcome = {
  outcome: 'unknown',
  result: null,
  error: {
    code: 'svc_outcome_unknown',
    message:
      'The process that ran this stopped, and no other one continued it, so it is not known what was done. Check the site.',
  },
}

/** Targets of one message that this worker runs. */
interface Batch {
  jobId: number
  isCancelled: boolean
  running: Map<TargetRow, CurrentWork>
}

export function createTargetWorker(parts: WorkerParts): TargetWorker {
  const { db, queue, clock, log, metrics, holder, leaseSeconds = defaultLeaseSeconds, runTarget } = parts
  const lease = { holder, seconds: leaseSeconds }
  let slowTargets = 0
  const leases = new Leases<TargetRow>(
    { clock, log, metrics },
    {
      kind: 'job_target',
      seconds: leaseSeconds,
      describe: ({ job_id, position }) => `target ${position} of job ${job_id}`,
      async renew(targets) {
        const renewed = await renewTargetLeases(db, lease, targets)
        // A notice of a cancel may have been missed.
        for (const id of await listCancellingJobs(db, [...new Set(targets.map(({ job_id }) => job_id))])) cancel(id)
        return renewed
      },
    },
  )
  const batches = new Set<Batch>()

  /** What becomes of a target that this worker has. */
  const decide = (target: TargetRow, work: CurrentWork, isCancelling: boolean, event: WorkEvent): WorkState => {
    const life = { attempts: attemptsOf(target), retries: 0 }
    const held: WorkState = { name: 'leased', holder, until: 0, ...work, isCancelling, ...life }
    return transition(held, event, { maxAttempts: maxTargetAttempts })
  }

  function cancel(jobId: number): void {
    for (const batch of batches) {
      if (batch.jobId !== jobId) continue
      batch.isCancelled = true
      for (const [target, { hasBegun }] of batch.running)
        if (!hasBegun) leases.abort(target, new WorkCancelledError(`target ${target.position} of job ${jobId}`))
    }
  }

  async function runOne(
    { operation, actor, total, trace_parent: parent }: TargetJob,
    target: TargetRow,
    work: CurrentWork,
    signal: AbortSignal,
  ) {
    let ended: TargetOutcome
    const attempts = attemptsOf(target)
    try {
      const { input, job_id: jobId, retried_at: retriedAt } = target
      const trace = { parent, isSeparate: total > maxTargetsInTrace }
      const call = { operation, actor, input, jobId, resumed: attempts > 1, retriedAt, trace }
      ended = toTargetOutcome(await runAsWork(work, () => runTarget(call)))
    } catch (error) {
      const isCancelled = signal.reason instanceof WorkCancelledError
      // The worker that has the target now records its outcome.
      if (signal.aborted && !isCancelled) return
      // A site must not be reported as failed for a failure of this process.
      const isOwn = isCancelled || (isOwnFailure(error) && attempts < maxTargetAttempts)
      const event: WorkEvent = isOwn ? { name: 'release', holder } : { name: 'finish', holder, end: 'failed' }
      const next = decide(target, work, isCancelled, event)
      if (next.name !== 'ended') return retryWhileDatabaseIsAway(() => returnTarget(db, target, holder))
      if (next.end !== 'cancelled' && !(error instanceof ServiceError))
        log.error({ err: error, job: target.job_id }, 'unexpected error in a job')
      ended = next.end === 'cancelled' ? cancelledTarget : failedTarget(error)
    }
    await record(target, ended)
  }

  async function record(target: TargetRow, ended: TargetOutcome): Promise<void> {
    const recorded = () => recordTarget(db, { target, holder, ended, now: clock.now() })
    if (await retryWhileDatabaseIsAway(recorded)) metrics?.increment(endedTargets, { outcome: ended.outcome })
    else log.warn({ job: target.job_id, position: target.position }, 'another worker has taken over this target')
  }

  /** Retries while the database is briefly unavailable. */
  async function retryWhileDatabaseIsAway<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (findDatabaseFailure(error) === null || tries === recordAttempts) throw error
        await new Promise<void>((resolve) => clock.after(1_000, resolve))
      }
    }
  }

  /**
   * Resolves when all targets are done, or when only a few of a batch are left: sites that do not answer must not delay
   * the others.
   */
  function runAll(job: TargetJob, targets: TargetRow[], batch: Batch, slotMs: number): Promise<void> {
    let [left, hasReleasedSlot, cancelSlotTimer] = [targets.length, false, () => {}]
    return new Promise((resolve, reject) => {
      const releaseSlot = () => {
        if (hasReleasedSlot || left === 0 || slowTargets + left > maxSlowTargets) return
        hasReleasedSlot = true
        slowTargets += left
        resolve()
      }
      // Heavy targets run one at a time, however long they take.
      if (job.priority !== 'heavy') cancelSlotTimer = clock.after(slotMs, releaseSlot)
      const finishOne = () => {
        left--
        if (left === 0) batches.delete(batch)
        if (hasReleasedSlot) slowTargets--
        else if (left === 0) {
          cancelSlotTimer()
          resolve()
        } else if (targets.length === batchSize && left <= batchSize / 2) {
          releaseSlot()
          if (hasReleasedSlot) cancelSlotTimer()
        }
      }
      for (const target of targets) {
        const work = workOf(job, target)
        batch.running.set(target, work)
        leases
          .hold(target, (signal) => runOne(job, target, work, signal))
          .catch((error) =>
            hasReleasedSlot ? log.error({ err: error }, 'an outcome was not recorded') : reject(error),
          )
          .finally(() => {
            batch.running.delete(target)
            finishOne()
          })
      }
    })
  }

  async function takeBatch(message: unknown, slotMs: number): Promise<void> {
    const { job: jobId, batch } = BatchMessage.parse(message)
    const job = await findJobById(db, jobId)
    if (!job) return
    const size = batchSizeOf(job)
    // Known before its targets are leased, so that no notice of a cancel is missed.
    const current: Batch = { jobId, isCancelled: false, running: new Map() }
    batches.add(current)
    try {
      const targets = await leaseTargets(db, jobId, { from: batch * size, to: (batch + 1) * size }, lease)
      if (targets.length === 0) return
      const isStarted = await markJobStarted(db, jobId, clock.now())
      const isCancelled = !isStarted || current.isCancelled
      // What an earlier worker may have begun is finished.
      const isEnded = (target: TargetRow) =>
        decide(target, { hasBegun: attemptsOf(target) > 1 }, isCancelled, { name: 'release', holder }).name === 'ended'
      const toCancel = targets.filter(isEnded)
      await Promise.all(toCancel.map((target) => record(target, cancelledTarget)))
      const toRun = targets.filter((target) => !toCancel.includes(target))
      if (toRun.length > 0) await runAll(job, toRun, current, slotMs)
    } finally {
      if (current.running.size === 0) batches.delete(current)
    }
  }

  return {
    take: (message) => takeBatch(message, maxSlotMs),
    takeFirst: (message) => takeBatch(message, maxReservedSlotMs),
    cancel,
    async sweep() {
      const lost = await listLostTargets(db)
      const now = clock.now()
      await Promise.all(lost.map((target) => recordTarget(db, { target, holder: null, ended: lostTarget, now })))
      const taken = (await queue.longTaken(unleasedAfterSeconds)).flatMap(
        (data) => BatchMessage.safeParse(data).data ?? [],
      )
      const unleased = taken.length === 0 ? [] : await listUnleasedBatches(db, taken, batchSize)
      const abandoned = [...unleased, ...(await listAbandonedBatches(db, batchSize))]
      for (const [id, batches] of Map.groupBy(abandoned, (each) => each.job)) {
        const job = await findJobById(db, id)
        if (job)
          await wakeWorkers(
            queue,
            job,
            batches.map((each) => each.batch),
          )
      }
    },
    async close() {
      await leases.close()
      await releaseLeases(db, holder)
    },
  }
}
