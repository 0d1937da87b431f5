import type { Db } from '../../platform/database/database.ts'
import { insertEvents } from './event-store.ts'
import type { NotificationKind } from './notification.ts'

/** Something that people may want to hear of. */
export interface Announcement {
  /** The same happening has the same key, so that it is told once. */
  key: string
  kind: NotificationKind
  site: { id: number; url: string; name: string }
  /** What happens at one address within a short time is told in one message. */
  address: string
  cause: string
  happenedAt: Date
  /** Of something that is over: when it began. */
  beganAt: Date | null
}

/** Notes what happened, in the transaction in which it did: it will be told once, or has not happened. */
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
