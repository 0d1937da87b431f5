import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { MessageState, NotificationKind, toNotificationFacts } from './notification.ts'
import type { ListedNotification } from './notification-store.ts'
import type { BuiltInMessage } from './rules/channel-message-store.ts'

export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  site_id: z.int().nullable(),
  site_url: z.string(),
  site_name: z.string(),
  address: z.string(),
  cause: z.string(),
  happened_at: timestamp,
  began_at: timestamp.nullable().describe('Of something that has ended: its start.'),
  messages: z
    .object({ waiting: z.int(), sent: z.int(), failed: z.int() })
    .describe('Number of messages about it by state.'),
})

export const describeNotification = (row: ListedNotification): z.input<typeof Notification> => ({
  ...toNotificationFacts(row),
  messages: { waiting: row.waiting, sent: row.sent, failed: row.failed },
})

export const NotificationMessage = z.object({
  id: z.int(),
  channel: z.enum(['email', 'webhook']),
  recipient: z.string().describe('An e-mail address, or the id of a webhook.'),
  subject: z.string(),
  state: MessageState,
  attempts: z.int(),
  next_attempt_at: timestamp.nullable(),
  last_error: z.string().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
})

export const describeMessage = (row: BuiltInMessage): z.input<typeof NotificationMessage> => ({
  id: row.id,
  channel: row.webhook_id === null ? 'email' : 'webhook',
  recipient: row.webhook_id === null ? row.shown : String(row.webhook_id),
  subject: row.title,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === 'waiting' ? isoTime(row.due_at) : null,
  last_error: row.last_error,
  created_at: isoTime(row.created_at),
  sent_at: isoTime(row.sent_at),
})
