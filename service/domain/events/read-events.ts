import { randomBytes } from 'node:crypto'
import type { Actor } from '../../operation/actor.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import {
  type FleetEvent,
  findEventEpoch,
  findLatestPosition,
  findOldestPosition,
  hasEventsWithoutPosition,
  listPublishedEvents,
  numberEvents,
  updateEventEpoch,
} from './event-log-store.ts'

/** Gives every committed event its position. */
export async function sequenceEvents(db: Database): Promise<void> {
  if (!(await hasEventsWithoutPosition(db))) return
  while (await numberEvents(db));
}

export interface ReadEventsOptions {
  limit: number
  types?: readonly string[] | undefined
  /** Only events that this caller may see now. */
  reader?: Actor | null
}

/**
 * The events after a position in the order of their commits, for work in the background: a reader that stores the last
 * position as its cursor misses none, also not those of a slow transaction.
 */
export async function readEventsAfter(
  db: Database,
  position: number,
  options: ReadEventsOptions,
): Promise<FleetEvent[]> {
  await sequenceEvents(db)
  return listPublishedEvents(db, { after: position, ...options })
}

/** The position of the latest event: the cursor of a new reader. */
export async function latestEventPosition(db: Database): Promise<number> {
  await sequenceEvents(db)
  return findLatestPosition(db)
}

/** For a restore: readers learn that their cursors expired. */
export const startEventEpoch = (db: Db): Promise<void> => updateEventEpoch(db, randomBytes(4).toString('hex'))

/** Before the first restore a cursor is the position alone, as in 0.2.0. */
export const eventCursor = /^(?:[0-9a-f]{8}\.)?\d{1,15}$/
const writeCursor = (epoch: string | null, position: number) => (epoch === null ? '' : `${epoch}.`) + position
const readCursor = (cursor: string) => {
  const [position, epoch = null] = cursor.split('.').toReversed()
  return { epoch, position: Number(position) }
}

/** A read scans at most this many positions, however few of their events the reader may see. */
const maxScanned = 20_000

export interface EventPage {
  events: FleetEvent[]
  /** Where to continue. */
  cursor: string
  hasMore: boolean
  /** Events after the cursor of the request may be missing: they were too old, or a backup was restored. */
  isExpired: boolean
}

/**
 * A page of events for a reader. The cursor is the last event of the page, so that it does not depend on events that the
 * reader may not see; it passes those only when there are very many.
 */
export async function readEventPage(
  db: Database,
  cursor: string,
  selection: { limit: number; types?: readonly string[] | undefined; siteId?: number | undefined; reader: Actor },
): Promise<EventPage> {
  const epoch = await findEventEpoch(db)
  const { position: since, epoch: epochOfCursor } = readCursor(cursor)
  const isOfOtherEpoch = epochOfCursor !== epoch
  const latest = Math.max(isOfOtherEpoch ? 0 : since, await latestEventPosition(db))
  const beforeOldest = (await findOldestPosition(db)) - 1
  // 0 asks for the oldest event that is stored.
  const isExpired = since > 0 && (isOfOtherEpoch || since < beforeOldest)
  // Says it once: the next cursor is not older than the stored events.
  const after = isExpired ? beforeOldest : since
  const upTo = Math.min(latest, Math.max(after, beforeOldest) + maxScanned)
  const events = await listPublishedEvents(db, { after, upTo, ...selection })
  const last = events.at(-1)?.position ?? after
  if (events.length === selection.limit) return { events, cursor: writeCursor(epoch, last), hasMore: true, isExpired }
  if (upTo < latest) return { events, cursor: writeCursor(epoch, upTo), hasMore: true, isExpired }
  return { events, cursor: writeCursor(epoch, last), hasMore: false, isExpired }
}
