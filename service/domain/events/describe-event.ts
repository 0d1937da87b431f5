import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { FleetEvent } from './event-log-store.ts'
import { EventSeverity } from './event-type.ts'

/** An event as the API and webhooks send it. */
export const PublishedEvent = z.object({
  id: z.string().describe('Unique, and the same for every reader and every attempt.'),
  type: z.string(),
  timestamp: timestamp.describe('When it happened.'),
  severity: EventSeverity,
  subject: z.string().describe('What it is about, such as `site:7`. Events of one subject are delivered in order.'),
  site: z.object({ id: z.int(), name: z.string(), url: z.string() }).nullable(),
  client_id: z.int().nullable(),
  data: z.record(z.string(), z.unknown()).describe('By type; see the list of types.'),
})

export const eventId = (id: number) => `evt_${id}`

export const describeEvent = (event: FleetEvent): z.input<typeof PublishedEvent> => ({
  id: eventId(event.id),
  type: event.type,
  timestamp: isoTime(event.happened_at),
  severity: event.severity,
  subject: event.subject,
  site: event.site_id === null ? null : { id: event.site_id, name: event.site_name ?? '', url: event.site_url ?? '' },
  client_id: event.client_id,
  data: event.data,
})
