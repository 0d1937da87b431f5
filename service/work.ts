import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { features } from './catalogue.ts'
import { currentActor } from './domain/access/index.ts'
import { createTargetWorker, ordererHasEnded, type TargetWorker } from './domain/jobs/index.ts'
import { startMonitorWork } from './domain/monitors/index.ts'
import { startNotificationWork } from './domain/notifications/index.ts'
import { systemActor } from './operation/actor.ts'
import { runLaterCall } from './operation/later.ts'
import type { Operation } from './operation/operation.ts'
import { type Pipeline, runOperation } from './operation/run-operation.ts'
import type { Notices } from './platform/database/notices.ts'
import { firstPriority, type ManagedQueue, queuePriorities } from './platform/queue/queue.ts'
import { keepTimetable } from './platform/queue/schedule.ts'
import { startConsumer, startWorker } from './platform/queue/worker.ts'

/** How much this process takes on at once, and how quickly a dead worker is noticed. */
export interface WorkPace {
  /** Batches of targets side by side, in each lane. */
  batches: number
  leaseSeconds: number
  sweepMs: number
}

const defaultBatchOptions: WorkPace = { batches: 4, leaseSeconds: 30, sweepMs: 5_000 }

/** The part of a process that does queued, scheduled and many-target work. Answers how to stop it. */
export async function startWork(
  pipeline: Pipeline,
  queue: ManagedQueue,
  notices: Notices,
  operations: ReadonlyMap<string, Operation>,
  pace: Partial<WorkPace> = {},
): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log } = pipeline.services
  const { batches, leaseSeconds, sweepMs } = { ...defaultBatchOptions, ...pace }
  const targets = createTargetWorker({
    db,
    queue,
    clock,
    log,
    holder: nameOfThisProcess(),
    leaseSeconds,
    async runTarget({ operation: name, input, actor, jobId, resumed }) {
      const operation = operations.get(name)
      if (!operation) throw new Error(`Job ${jobId} names the operation ${name}, which does not exist.`)
      const current = await currentActor(pipeline.services, actor)
      if (!current) throw ordererHasEnded(actor.name)
      // The job itself stands in the audit trail, and its target rows say what became of each.
      const call = { actor: current, requestId: `job-${jobId}`, confirmed: true, unaudited: true, resumed }
      return (await runOperation(pipeline, operation, input, call)).output
    },
  })
  await startWorker(queue, (call, id) => runLaterCall(pipeline, operations, call, id), log)
  for (const lane of queuePriorities) {
    const isHeavy = lane === 'heavy'
    await startConsumer(queue, lane, targets.take, log, isHeavy ? Math.min(1, batches) : batches)
    // Slow sites of one caller can occupy all workers of the lane; this one is for callers who have nothing else in it.
    if (!isHeavy && batches > 0)
      await startConsumer(queue, lane, targets.takeFirst, log, 1, { minPriority: firstPriority })
  }
  await keepTimetable(queue, timetable())
  const monitors = await startMonitorWork({ ...pipeline.services, notices, holder: nameOfThisProcess() })
  const notifications = startNotificationWork(pipeline.services)
  const stopSweeping = sweepAgainAndAgain(pipeline, targets, sweepMs)
  return {
    async stop() {
      stopSweeping()
      await Promise.all([monitors.stop(), notifications.stop()])
      await queue.stopWork()
      await targets.close()
    },
  }
}

function sweepAgainAndAgain(
  { services: { clock, log } }: Pipeline,
  targets: TargetWorker,
  sweepMs: number,
): () => void {
  let forget = () => {}
  const next = () => {
    forget = clock.after(sweepMs, () => {
      targets
        .sweep()
        .catch((error) => log.warn({ reason: (error as Error).message }, 'looking for abandoned work failed'))
      next()
    })
  }
  next()
  return () => forget()
}

function timetable() {
  return features.flatMap((feature) =>
    (feature.schedule ?? []).map(({ operation, cron, input = {} }) => ({
      key: operation.name,
      cron,
      call: { operation: operation.name, input, actor: systemActor('schedule') },
    })),
  )
}

/** Who holds a lease: an operator finds the machine and the process by it, and nobody who comes after bears the same. */
const nameOfThisProcess = () => `${hostname()}/${process.pid}/${randomUUID()}`
