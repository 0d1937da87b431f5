import type { Db } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { type EventData, type EventTypeName, eventTypes } from './event-catalogue.ts'
import { insertPublishedEvents } from './event-log-store.ts'
import type { EventSeverity } from './event-type.ts'

/** An event to publish. The name and address of its site, and the client of the site, are added when it is stored. */
export type NewEvent = {
  [Type in EventTypeName]: {
    type: Type
    siteId?: number | null
    clientId?: number | null
    /** Events of one subject are delivered in order; `site:7` by default for an event of a site. */
    subject?: string
    /** `now` by default. */
    happenedAt?: Date
    /** That of the type by default. */
    severity?: EventSeverity
    /** For types that only this caller and administrators see. */
    startedBy?: { userId: number | null; keyId: number | null }
    data: EventData<Type>
    /** An event with a key that is known is not stored again. */
    key?: string
  }
}[EventTypeName]

/**
 * Must run in the transaction of the change itself, so that an event is published if and only if the change is committed.
 * One statement for any number of events.
 */
export async function publishEvents(trx: Db, events: readonly NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return
  await insertPublishedEvents(
    trx,
    events.map(
      ({ type, siteId = null, clientId = null, subject, happenedAt = now, severity, startedBy, data, key }) => ({
        type,
        severity: severity ?? present(eventTypes.get(type), `the event type ${type}`).severity,
        site_id: siteId,
        client_id: clientId,
        user_id: startedBy?.userId ?? null,
        key_id: startedBy?.keyId ?? null,
        subject: subject ?? (siteId === null ? type : `site:${siteId}`),
        happened_at: happenedAt,
        data,
        key: key ?? null,
      }),
    ),
    now,
  )
}
