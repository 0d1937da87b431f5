import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'
import {
  createEventPartition,
  deleteEventsOutsideWeeks,
  dropEventPartition,
  eventWeekOf,
  listEventWeeks,
} from './event-partition-store.ts'

/** Events are kept for this time, and up to a week longer. */
export const eventLifetimeDays = 90

const weeksAhead = 4
const weekMs = 7 * 86_400_000

/** Creates the partitions of this week and of the next weeks. Without one, events are stored in the default partition. */
export async function ensureEventPartitions({
  db,
  clock,
  log,
}: {
  db: Database
  clock: Clock
  log: Logger
}): Promise<void> {
  const known = new Set((await listEventWeeks(db)).map(({ from }) => from.getTime()))
  const now = clock.now().getTime()
  for (let ahead = 0; ahead <= weeksAhead; ahead++) {
    const week = eventWeekOf(new Date(now + ahead * weekMs))
    if (known.has(week.from.getTime())) continue
    if (await createEventPartition(db, week)) continue
    log.warn({ week: week.from }, 'a partition of events was not created: the tables are in use; trying again later')
    return
  }
}

/** Drops weeks that are over before then, one per call. Returns the number of deleted events. */
export async function deleteOldEvents(db: Database, before: Date, limit: number): Promise<number> {
  for (const week of await listEventWeeks(db)) {
    if (week.to > before) break
    const events = await dropEventPartition(db, week)
    // In use: the next hourly run tries again.
    if (events === null) break
    // An empty week is dropped too; the next one follows at once.
    if (events > 0) return events
  }
  return deleteEventsOutsideWeeks(db, before, limit)
}
