import { isDeepStrictEqual } from 'node:util'
import { callsQueue, type ManagedQueue, type QueuedCall } from './queue.ts'

export interface TimetableEntry {
  /** Unique name of the entry. */
  key: string
  cron: string
  call: QueuedCall
}

/** Makes the stored timetable equal to this one; removed entries are deleted with their queued calls. */
export async function syncTimetable(queue: ManagedQueue, entries: TimetableEntry[]): Promise<void> {
  const stored = await queue.boss.getSchedules(callsQueue)
  for (const { key } of stored) {
    if (entries.some((entry) => entry.key === key)) continue
    await queue.boss.unschedule(callsQueue, key)
    const queued = await queue.boss.findJobs(callsQueue, { key, queued: true })
    if (queued.length > 0)
      await queue.boss.deleteJob(
        callsQueue,
        queued.map(({ id }) => id),
      )
  }
  for (const { key, cron, call } of entries) {
    const options = { tz: 'UTC', key, singletonKey: key }
    const isStored = stored.some((each) =>
      isDeepStrictEqual([each.cron, each.data, each.options], [cron, call, options]),
    )
    if (!isStored) await queue.boss.schedule(callsQueue, cron, call, options)
  }
}
