import type { Logger } from '../log.ts'
import { callsQueue, type LaterCall, type ManagedQueue, type QueuePriority, queueNameOf } from './queue.ts'

/** Takes queued calls and hands each to `run`; what throws is tried again, and ends among the dead letters. */
export async function startWorker(
  queue: ManagedQueue,
  run: (call: LaterCall, id: string) => Promise<void>,
  log: Logger,
  concurrency = 4,
): Promise<void> {
  await workSideBySide<LaterCall>(queue, callsQueue, concurrency, async ({ data, id }) => {
    try {
      await run(data, id)
    } catch (error) {
      log.error({ err: error, call: id, operation: data?.operation }, 'a queued call failed')
      throw error
    }
  })
}

/** Takes messages of a lane, several side by side; with `minPriority` only the messages that come first. */
export async function startConsumer(
  queue: ManagedQueue,
  lane: QueuePriority,
  take: (data: unknown) => Promise<void>,
  log: Logger,
  concurrency: number,
  options: { minPriority?: number } = {},
): Promise<void> {
  const handle = async ({ data }: { data: object }) => {
    try {
      await take(data)
    } catch (error) {
      log.error({ err: error, lane }, 'a batch of targets failed')
      throw error
    }
  }
  await workSideBySide<object>(queue, queueNameOf(lane), concurrency, handle, options)
}

/**
 * Each worker that found something looks again as soon as it is done: one that is woken by notices rests for half a
 * minute otherwise, however much is waiting.
 */
async function workSideBySide<Data>(
  { boss }: ManagedQueue,
  name: string,
  concurrency: number,
  handle: (message: { id: string; data: Data }) => Promise<void>,
  options: { minPriority?: number } = {},
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
