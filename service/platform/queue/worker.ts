import type { Logger } from '../log.ts'
import {
  callsQueue,
  deadLetters,
  ensureQueue,
  type ManagedQueue,
  type QueuedCall,
  type QueuePriority,
  queueNameOf,
} from './queue.ts'

/** Takes queued calls and runs each with `run`; failures are retried and end among the dead letters. */
export async function startWorker(
  queue: ManagedQueue,
  run: (call: QueuedCall, id: string) => Promise<void>,
  log: Logger,
  concurrency = 4,
): Promise<void> {
  await workSideBySide<QueuedCall>(queue, callsQueue, concurrency, async ({ data, id }) => {
    try {
      await run(data, id)
    } catch (error) {
      log.error({ err: error, call: id, operation: data?.operation }, 'a queued call failed')
      throw error
    }
  })
}

/** Takes messages of a priority, several concurrently; with `minPriority` only the first ones. */
export async function startConsumer(
  queue: ManagedQueue,
  priority: QueuePriority,
  take: (data: unknown) => Promise<void>,
  log: Logger,
  concurrency: number,
  options: { minPriority?: number } = {},
): Promise<void> {
  const handle = async ({ data }: { data: object }) => {
    try {
      await take(data)
    } catch (error) {
      log.error({ err: error, priority }, 'a batch of targets failed')
      throw error
    }
  }
  await workSideBySide<object>(queue, queueNameOf(priority), concurrency, handle, options)
}

/**
 * Runs `run` on a schedule (in UTC), in one process at a time. The work has its own queue: processes of a release
 * without it do not take its messages.
 */
export async function startRecurringWork(
  queue: ManagedQueue,
  name: string,
  cron: string,
  run: () => Promise<unknown>,
  log: Logger,
): Promise<void> {
  await ensureQueue(queue.boss, name, {
    notify: true,
    policy: 'exclusive',
    deadLetter: deadLetters,
    retryLimit: 2,
    retryBackoff: true,
    retryDelay: 60,
    expireInSeconds: 3600,
    deleteAfterSeconds: 86_400,
  })
  const handle = async () => {
    try {
      await run()
    } catch (error) {
      log.error({ err: error, work: name }, 'scheduled work failed')
      throw error
    }
  }
  await workSideBySide(queue, name, 1, handle, { pollingIntervalSeconds: 30 })
  await queue.boss.schedule(name, cron, {}, { tz: 'UTC' })
}

/**
 * A worker that found a message polls again as soon as it is done: otherwise a worker woken by notices would wait
 * half a minute, even with many messages waiting.
 */
async function workSideBySide<Data>(
  { boss }: ManagedQueue,
  name: string,
  concurrency: number,
  handle: (message: { id: string; data: Data }) => Promise<void>,
  options: { minPriority?: number; pollingIntervalSeconds?: number } = {},
): Promise<void> {
  for (let number = 0; number < concurrency; number++) {
    let worker: string | undefined
    const settings = { batchSize: 1, pollingIntervalSeconds: 2, ...options }
    worker = await boss.work<Data>(name, settings, async ([message]) => {
      if (!message) return
      if (worker !== undefined) boss.notifyWorker(worker)
      await handle(message)
    })
  }
}
