import { callsQueue, type LaterCall, type ManagedQueue } from './queue.ts'

export interface Timetable {
  /** Unique name of the entry. */
  key: string
  cron: string
  call: LaterCall
}

/** Makes the stored timetable equal to this one: entries of features that are gone go too. */
export async function keepTimetable(queue: ManagedQueue, entries: Timetable[]): Promise<void> {
  const stored = await queue.boss.getSchedules(callsQueue)
  for (const { key } of stored) {
    if (!entries.some((entry) => entry.key === key)) await queue.boss.unschedule(callsQueue, key)
  }
  for (const { key, cron, call } of entries) {
    await queue.boss.schedule(callsQueue, cron, call, { tz: 'UTC', key, singletonKey: key })
  }
}
