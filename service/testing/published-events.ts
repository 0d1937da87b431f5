import { readEventsAfter } from '../domain/events/index.ts'
import {
  type NotificationFacts,
  notificationKindOf,
  toNotificationFacts,
} from '../domain/notifications/notification.ts'
import type { Database } from '../platform/database/database.ts'

/** All events so far, as `type subject`. */
export const publishedEvents = async (db: Database): Promise<string[]> =>
  (await readEventsAfter(db, 0, { limit: 100_000 })).map(({ type, subject }) => `${type} ${subject}`)

/** The data of the events of a type. */
export const dataOfEvents = async (db: Database, type: string): Promise<Record<string, unknown>[]> =>
  (await readEventsAfter(db, 0, { limit: 100_000, types: [type] })).map(({ data }) => data)

/** The published events that have a kind, as `GET /notifications` shows them, oldest first. */
export async function notificationsOf(db: Database): Promise<NotificationFacts[]> {
  const events = await readEventsAfter(db, 0, { limit: 100_000 })
  return events.filter((event) => notificationKindOf(event) !== null).map(toNotificationFacts)
}
