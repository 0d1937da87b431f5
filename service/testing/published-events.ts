import { readEventsAfter } from '../domain/events/index.ts'
import type { Database } from '../platform/database/database.ts'

/** All events so far, as `type subject`. */
export const publishedEvents = async (db: Database): Promise<string[]> =>
  (await readEventsAfter(db, 0, { limit: 100_000 })).map(({ type, subject }) => `${type} ${subject}`)

/** The data of the events of a type. */
export const dataOfEvents = async (db: Database, type: string): Promise<Record<string, unknown>[]> =>
  (await readEventsAfter(db, 0, { limit: 100_000, types: [type] })).map(({ data }) => data)
