import type { ColumnType, Generated } from 'kysely'
import type { MailType } from '../settings/index.ts'
import type { Channel, MessageState, NotificationKind } from './notification.ts'

export interface EventTable {
  id: Generated<number>
  key: string
  kind: NotificationKind
  site_id: number | null
  site_url: string
  site_name: string
  address: string
  cause: string
  happened_at: Date
  began_at: Date | null
  created_at: Date
  addressed_at: Date | null
}

export interface MessageTable {
  id: Generated<number>
  channel: Channel
  recipient: string
  subject: string
  /** Of an e-mail. */
  mail_type: Generated<MailType>
  body: ColumnType<unknown, string, never>
  state: Generated<MessageState>
  attempts: Generated<number>
  due_at: Date
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

export interface WebhookTable {
  id: Generated<number>
  url: string
  secret: string
  kinds: NotificationKind[]
  active: Generated<boolean>
  created_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    notification_events: EventTable
    notification_messages: MessageTable
    notification_addressees: { event_id: number; channel: Channel; recipient: string; message_id: number | null }
    notification_webhooks: WebhookTable
  }
}
