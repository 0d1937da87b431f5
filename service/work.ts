import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { features, retentionRules } from './catalogue.ts'
import { currentActor, sumUpKeyUse } from './domain/access/index.ts'
import { ensureEventPartitions } from './domain/events/index.ts'
import { cancelChannel, createTargetWorker, jobOwnerLostAccess } from './domain/jobs/index.ts'
import { startMonitorWork } from './domain/monitors/index.ts'
import { startNotificationWork } from './domain/notifications/index.ts'
import { sweepRestoreChecks } from './domain/service-backups/index.ts'
import { startWebhookWork } from './domain/webhooks/index.ts'
import { systemActor } from './operation/actor.ts'
import type { Operation } from './operation/operation.ts'
import { runQueuedCall } from './operation/queued-call.ts'
import { applyRetention } from './operation/retention.ts'
import { type Pipeline, runOperation } from './operation/run-operation.ts'
import type { Notices } from './platform/database/notices.ts'
import { firstPriority, type ManagedQueue, queuePriorities, retentionQueue } from './platform/queue/queue.ts'
import { syncTimetable } from './platform/queue/timetable.ts'
import { startConsumer, startRecurringWork, startWorker } from './platform/queue/worker.ts'
import { startWorkLoop } from './platform/work/work-loop.ts'

/** How much this process runs concurrently, and how quickly a dead worker is detected. */
export interface WorkPace {
  /** Concurrent batches of targets per queue. */
  batches: number
  leaseSeconds: number
  sweepMs: number
}

const defaultBatchOptions: WorkPace = { batches: 4, leaseSeconds: 30, sweepMs: 5_000 }

/** Runs queued, scheduled and many-target work. Returns a function that stops it. */
export async function startWork(
  pipeline: Pipeline,
  queue: ManagedQueue,
  notices: Notices,
  operations: ReadonlyMap<string, Operation>,
  pace: Partial<WorkPace> = {},
): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log, metrics } = pipeline.services
  const { batches, leaseSeconds, sweepMs } = { ...defaultBatchOptions, ...pace }
  const targets = createTargetWorker({
    db,
    queue,
    clock,
    log,
    metrics,
    holder: processName(),
    leaseSeconds,
    async runTarget({ operation: name, input, actor, jobId, resumed, retriedAt, trace }) {
      const operation = operations.get(name)
      if (!operation) throw new Error(`Job ${jobId} names the operation ${name}, which does not exist.`)
      const current = await currentActor(pipeline.services, actor)
      if (!current) throw jobOwnerLostAccess(actor.name)
      // The audit trail has the job, and its target rows have the outcome of each.
      const call = {
        actor: current,
        requestId: `job-${jobId}`,
        confirmed: true,
        unaudited: true,
        resumed,
        retriedAt,
        jobId,
        trace,
      }
      const { output } = await runOperation(pipeline, operation, input, call)
      return { output, results: operation.results?.(output) ?? null }
    },
  })
  await ensureEventPartitions(pipeline.services)
  await sweepRestoreChecks(pipeline.services)
  // First, so that no worker takes a call of a removed schedule.
  await syncTimetable(queue, timetable())
  await startWorker(queue, (call, id) => runQueuedCall(pipeline, operations, call, id), log)
  for (const priority of queuePriorities) {
    const isHeavy = priority === 'heavy'
    await startConsumer(queue, priority, targets.take, log, isHeavy ? Math.min(1, batches) : batches)
    // Slow sites of one caller can occupy all workers of the queue; this one is for callers without other work in it.
    if (!isHeavy && batches > 0)
      await startConsumer(queue, priority, targets.takeFirst, log, 1, { minPriority: firstPriority })
  }
  await startRecurringWork(queue, retentionQueue, '17 * * * *', () => runHourlyCleanup(pipeline), log)
  const monitors = await startMonitorWork({ ...pipeline.services, notices, holder: processName() })
  const webhooks = await startWebhookWork(pipeline.services, notices)
  const notifications = startNotificationWork({
    ...pipeline.services,
    currentActor: (actor) => currentActor(pipeline.services, actor),
  })
  await notices.subscribe(cancelChannel, (jobId) => targets.cancel(Number(jobId)))
  const sweeping = startWorkLoop(pipeline.services, {
    intervalMs: sweepMs,
    failure: 'the search for abandoned work failed',
    run: targets.sweep,
  })
  return {
    async stop() {
      await Promise.all([sweeping.stop(), monitors.stop(), notifications.stop(), webhooks.stop()])
      await queue.stopWork()
      await targets.close()
    },
  }
}

/** Maintains the audit trail and deletes old rows. Returns the number of deleted rows by table. */
export async function runHourlyCleanup({ services, audit, claims }: Pipeline): Promise<Record<string, number>> {
  await sumUpKeyUse(services)
  await ensureEventPartitions(services)
  await claims?.deleteOld()
  await audit.maintain(services.settings.get('advanced').audit_retention_days)
  return applyRetention(retentionRules, services)
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

/** The owner of a lease: it identifies the machine and the process and is never reused. */
const processName = () => `${hostname()}/${process.pid}/${randomUUID()}`
