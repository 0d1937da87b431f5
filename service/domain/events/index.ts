import type { Feature } from '../../operation/feature.ts'
import { deleteOldEvents, eventLifetimeDays } from './event-partitions.ts'
import { listEventTypes } from './operations/list-event-types.ts'
import { listFleetEvents } from './operations/list-events.ts'
import { addresses } from './rest.ts'

export const eventsFeature: Feature = {
  name: 'events',
  tables: ['events', 'event_keys', 'event_epoch'],
  operations: [listFleetEvents, listEventTypes],
  addresses,
  retention: [
    { table: 'events', keepDays: eventLifetimeDays, delete: deleteOldEvents },
    { table: 'event_keys', keepDays: eventLifetimeDays, column: 'published_at' },
  ],
}

export {
  type AccessProtection,
  accessProtections,
  announceAccessProtection,
} from './announce-access-protection.ts'
export { describeEvent, eventId, PublishedEvent } from './describe-event.ts'
export { EventTypeName, eventTypeNames, eventTypes } from './event-catalogue.ts'
export {
  eventsChannel,
  type FleetEvent,
  findLatestPosition,
  findPositionBefore,
  listPublishedEvents,
  listVisibleEventIds,
} from './event-log-store.ts'
export { ensureEventPartitions } from './event-partitions.ts'
export { EventSeverity, type EventType } from './event-type.ts'
export { type NewEvent, publishEvents } from './publish-events.ts'
export { latestEventPosition, readEventsAfter, sequenceEvents, startEventEpoch } from './read-events.ts'
