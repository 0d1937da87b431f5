import { callsQueue, type ManagedQueue, type QueuedCall } from './queue.ts'

export interface TimetableEntry {
  /** Unique name of the entry. */
  key: string
  cron: string
  call: QueuedCall
}

/** Makes the stored timetable equal to this one; entries of removed features are deleted. */
export async function syncTimetable(queue: ManagedQueue, entries: TimetableEntry[]): Promise<void> {
  const stored = await queue.boss.getSchedules(callsQueue)
  for (const { key } of stored) {
    if (!entries.some((entry) => entry.key === key)) await queue.boss.unschedule(callsQueue, key)
  }
  for (const { key, cron, call } of entries) {
    await queue.boss.schedule(callsQueue, cron, call, { tz: 'UTC', key, singletonKey: key })
  }
}
