import { type Selectable, sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import type { MailType } from '../settings/index.ts'
import type { Channel, MessageState } from './notification.ts'
import type { MessageTable } from './notification-table.ts'

export type MessageRow = Selectable<MessageTable>

export interface NewMessage {
  channel: Channel
  recipient: string
  subject: string
  mailType: MailType
  body: unknown
  eventIds: number[]
}

/** Also links the events to the message, so that none is reported twice. */
export async function insertMessage(trx: Db, message: NewMessage, now: Date): Promise<void> {
  const { channel, recipient, subject, mailType, body, eventIds } = message
  const { id } = await trx
    .insertInto('notification_messages')
    .values({
      channel,
      recipient,
      subject,
      mail_type: mailType,
      body: JSON.stringify(body),
      due_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update notification_addressees set message_id = ${id}
    where event_id = any (${eventIds}::bigint[]) and channel = ${channel} and recipient = ${recipient}`.execute(trx)
}

/** Number of messages per recipient of a channel since then. */
export async function countRecentMessages(trx: Db, channel: Channel, since: Date): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('notification_messages')
    .select(['recipient', (select) => select.fn.countAll<number>().as('count')])
    .where('channel', '=', channel)
    .where('created_at', '>', since)
    .groupBy('recipient')
    .execute()
  return new Map(rows.map(({ recipient, count }) => [recipient, count]))
}

/** Claims due messages for this process until the lease ends. */
export async function takeDueMessages(db: Database, now: Date, leaseMs: number, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    update notification_messages set state = 'sending', attempts = attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
    where id = any (array (
      select id from notification_messages where state in ('waiting', 'sending') and due_at <= ${now}
      order by due_at, id limit ${limit} for update skip locked))
    returning *`.execute(db)
  return rows
}

export async function markSent(db: Database, id: number, now: Date): Promise<void> {
  await db
    .updateTable('notification_messages')
    .set({ state: 'sent', sent_at: now, last_error: null })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(
  db: Database,
  id: number,
  { error, dueAt }: { error: string; dueAt: Date | null },
): Promise<void> {
  await db
    .updateTable('notification_messages')
    .set({ state: dueAt ? 'waiting' : 'failed', last_error: error.slice(0, 500), ...(dueAt && { due_at: dueAt }) })
    .where('id', '=', id)
    .execute()
}

export interface MessageFilter {
  state?: MessageState | undefined
}

const filtered = (db: Database, { state }: MessageFilter) => {
  const all = db.selectFrom('notification_messages')
  return state ? all.where('state', '=', state) : all
}

export type ListedMessage = Omit<MessageRow, 'body' | 'mail_type'>

export async function listMessages(
  db: Database,
  filter: MessageFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<ListedMessage[]> {
  return filtered(db, filter)
    .select([
      'id',
      'channel',
      'recipient',
      'subject',
      'state',
      'attempts',
      'due_at',
      'last_error',
      'created_at',
      'sent_at',
    ])
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

export async function countMessages(db: Database, filter: MessageFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}
