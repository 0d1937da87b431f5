import { z } from 'zod'
import type { OutgoingMessage } from '../../operation/outgoing-message.ts'
import { eventTypes, PublishedEvent } from '../events/index.ts'

const test: OutgoingMessage = {
  name: 'webhook.test',
  summary: 'A test that a user sent',
  body: PublishedEvent.extend({ type: z.literal('webhook.test'), data: z.object({ message: z.string() }) }),
}

/** One message per type of event, and the test. */
export const outgoingMessages: readonly OutgoingMessage[] = [
  ...[...eventTypes.values()].map(({ type, title, data }) => ({
    name: type,
    summary: title,
    body: PublishedEvent.extend({ type: z.literal(type), data }),
  })),
  test,
]
