import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import { advisoryLocks } from '../../../platform/database/advisory-locks.ts'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import type { WorkState } from '../../../platform/work/lifecycle.ts'
import { type Lease, leaseWork, settleWork, type WorkTable } from '../../../platform/work/work-store.ts'
import type { ChannelMessage } from '../channels/channel-message.ts'
import type { MessageState } from '../notification.ts'

export interface ChannelMessageTable {
  id: Generated<number>
  channel_id: number
  title: string
  body: ColumnType<ChannelMessage, string, never>
  state: Generated<MessageState>
  attempts: Generated<number>
  due_at: Date
  leased_by: string | null
  leased_until: Date | null
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    channel_messages: ChannelMessageTable
  }
}

export type ChannelMessageRow = Selectable<ChannelMessageTable>

/** False if another process is composing messages. */
export async function tryLockComposing(trx: Db): Promise<boolean> {
  const rows = await queryRows(
    trx,
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${advisoryLocks.composeNotifications}) as locked`,
  )
  return oneRow(rows).locked
}

export async function insertChannelMessage(
  trx: Db,
  channelId: number,
  body: ChannelMessage,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('channel_messages')
    .values({
      channel_id: channelId,
      title: body.title.slice(0, 500),
      body: JSON.stringify(body),
      due_at: now,
      created_at: now,
      last_error: null,
      sent_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Number of messages per channel since then. */
export async function countRecentChannelMessages(trx: Db, since: Date): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('channel_messages')
    .select(['channel_id', (select) => select.fn.countAll<number>().as('count')])
    .where('created_at', '>', since)
    .groupBy('channel_id')
    .execute()
  return new Map(rows.map(({ channel_id, count }) => [channel_id, count]))
}

/** Channels whose oldest open message is due. */
export async function listChannelsWithDueMessages(db: Db, now: Date): Promise<number[]> {
  const rows = await queryRows(
    db,
    sql<{ channel_id: number }>`
      select channel_id from (
        select distinct on (channel_id) channel_id, due_at from channel_messages
        where state in ('waiting', 'sending') order by channel_id, id) as oldest
      where due_at <= ${now}`,
  )
  return rows.map(({ channel_id }) => channel_id)
}

const messageWork: WorkTable<'id'> = {
  table: 'channel_messages',
  key: ['id'],
  states: {
    ...{ waiting: 'waiting', leased: 'sending', done: 'sent', failed: 'failed', unknown: 'failed' },
    cancelled: 'failed',
  },
}

/** Leases the oldest open message of a channel, so that messages arrive in order; undefined if it is not due. */
export async function takeOldestMessage(
  db: Db,
  channelId: number,
  now: Date,
  lease: Lease,
): Promise<ChannelMessageRow | undefined> {
  const [row] = await leaseWork<ChannelMessageRow>(
    db,
    messageWork,
    {
      conditions: [
        sql`channel_id = ${channelId} and state in ('waiting', 'sending') and due_at <= ${now}`,
        sql`id = (select oldest.id from channel_messages as oldest where oldest.channel_id = ${channelId}
          and oldest.state in ('waiting', 'sending') order by oldest.id limit 1)`,
      ],
      orderBy: sql`id`,
      limit: 1,
      // 0.2.0 knows no other end of a lease.
      set: sql`due_at = ${new Date(now.getTime() + lease.seconds * 1000)}`,
    },
    lease,
  )
  return row
}

/** Ends the message, or lets it wait until `dueAt`; null if another process has taken it meanwhile. */
export const settleMessage = (
  db: Db,
  message: ChannelMessageRow,
  outcome: { sentAt: Date } | { error: string; dueAt: Date | null },
): Promise<WorkState | null> =>
  'sentAt' in outcome
    ? settleWork(
        db,
        messageWork,
        message,
        { name: 'finish', end: 'done' },
        sql`sent_at = ${outcome.sentAt}, last_error = null`,
      )
    : settleWork(
        db,
        messageWork,
        message,
        { name: 'retry-later', dueAt: outcome.dueAt?.getTime() ?? null },
        sql`last_error = ${outcome.error.slice(0, 1_000)}`,
      )

export const listChannelMessageRows = (
  db: Db,
  channelIds: readonly number[],
  { page, perPage }: { page: number; perPage: number },
): Promise<ChannelMessageRow[]> =>
  db
    .selectFrom('channel_messages')
    .selectAll()
    .where('channel_id', 'in', channelIds.length > 0 ? channelIds : [0])
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()

export async function countChannelMessages(db: Db, channelIds: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom('channel_messages')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('channel_id', 'in', channelIds.length > 0 ? channelIds : [0])
    .executeTakeFirstOrThrow()
  return row.total
}

export interface BuiltInMessage extends Omit<ChannelMessageRow, 'body'> {
  shown: string
  webhook_id: number | null
}

/** The messages of built-in channels: those to recipients of e-mails and to former webhooks. */
const selectBuiltIn = (db: Db, state: MessageState | undefined) => {
  const all = db
    .selectFrom('channel_messages')
    .innerJoin('notification_channels', 'notification_channels.id', 'channel_id')
    .where((where) => where.or([where('mail_type', 'is not', null), where('webhook_id', 'is not', null)]))
  return state ? all.where('state', '=', state) : all
}

export const listBuiltInMessages = (
  db: Db,
  { state, page, perPage }: { state: MessageState | undefined; page: number; perPage: number },
): Promise<BuiltInMessage[]> =>
  selectBuiltIn(db, state)
    .select([
      'channel_messages.id',
      'channel_id',
      'title',
      'state',
      'attempts',
      'due_at',
      'leased_by',
      'leased_until',
      'channel_messages.last_error',
    ])
    .select(['channel_messages.created_at', 'sent_at', 'shown', 'webhook_id'])
    .orderBy('channel_messages.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()

export async function countBuiltInMessages(db: Db, state: MessageState | undefined): Promise<number> {
  const row = await selectBuiltIn(db, state)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}
