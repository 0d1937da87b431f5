import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeEvent, PublishedEvent } from '../describe-event.ts'
import { EventTypeName } from '../event-catalogue.ts'
import { eventLifetimeDays } from '../event-partitions.ts'
import { eventCursor, readEventPage } from '../read-events.ts'

export const listFleetEvents = operation({
  name: 'list-events',
  summary:
    'Read events in the order in which they were committed. Send the cursor of the last answer as `since` to continue: no event is left out and none is repeated.',
  effect: 'read',
  permission: 'notifications.read',
  input: z.strictObject({
    since: z
      .string()
      .regex(eventCursor, 'must be the cursor of an earlier answer')
      .default('0')
      .describe('The cursor of the last answer; 0 for the oldest event that is stored.'),
    limit: z.int().min(1).max(1000).default(100),
    types: z.array(EventTypeName).max(100).default([]).describe('Only these types; all by default.'),
    site_id: z.int().min(1).optional(),
  }),
  output: z.object({
    events: z.array(PublishedEvent),
    cursor: z.string().describe('Send it as `since` to read on.'),
    has_more: z
      .boolean()
      .describe('Whether to continue reading immediately. A page may be empty although more events follow.'),
    expired: z
      .boolean()
      .describe(
        `True: events after \`since\` may be missing, because they are older than ${eventLifetimeDays} days and deleted, or because a backup of Flotilla was restored. Read the state of the sites again.`,
      ),
  }),
}).does(async ({ since, limit, types, site_id }, { db, actor }) => {
  const { events, cursor, hasMore, isExpired } = await readEventPage(db, since, {
    limit,
    types: types.length === 0 ? undefined : types,
    siteId: site_id,
    reader: actor,
  })
  return { events: events.map(describeEvent), cursor, has_more: hasMore, expired: isExpired }
})
