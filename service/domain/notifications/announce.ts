import type { Db } from '../../platform/database/database.ts'
import { insertEvents } from './event-store.ts'
import type { NotificationKind } from './notification.ts'

/** An event to notify people and programs of. */
export interface Announcement {
  /** The same event has the same key, so that it is reported once. */
  key: string
  kind: NotificationKind
  site: { id: number; url: string; name: string }
  /** Events of one address within a short time are combined into one message. */
  address: string
  cause: string
  happenedAt: Date
  /** Of something that has ended: its start. */
  beganAt: Date | null
}

/** Must run in the transaction of the change itself, so that an event is reported if and only if the change is committed. */
export async function announce(trx: Db, announcements: Announcement[], now: Date): Promise<void> {
  await insertEvents(
    trx,
    announcements.map(({ key, kind, site, address, cause, happenedAt, beganAt }) => ({
      key,
      kind,
      site_id: site.id,
      site_url: site.url,
      site_name: site.name,
      address,
      cause,
      happened_at: happenedAt,
      began_at: beganAt,
      created_at: now,
      addressed_at: null,
    })),
  )
}
