import type { Logger } from '../log.ts'
import { callsQueue, type Lane, type LaterCall, laneQueue, type ManagedQueue } from './queue.ts'

/** Takes queued calls and hands each to `run`; what throws is tried again, and ends among the dead letters. */
export async function startWorker(
  queue: ManagedQueue,
  run: (call: LaterCall, id: string) => Promise<void>,
  log: Logger,
  concurrency = 4,
): Promise<void> {
  const options = { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 2 }
  await queue.boss.work<LaterCall>(callsQueue, options, async ([job]) => {
    if (!job) return
    try {
      await run(job.data, job.id)
    } catch (error) {
      log.error({ err: error, call: job.id, operation: job.data?.operation }, 'a queued call failed')
      throw error
    }
  })
}

/** Takes messages of a lane, several side by side. */
export async function startLane(
  queue: ManagedQueue,
  lane: Lane,
  take: (data: unknown) => Promise<void>,
  log: Logger,
  concurrency: number,
): Promise<void> {
  const options = { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 2 }
  await queue.boss.work(laneQueue(lane), options, async ([message]) => {
    try {
      if (message) await take(message.data)
    } catch (error) {
      log.error({ err: error, lane }, 'a batch of targets failed')
      throw error
    }
  })
}
