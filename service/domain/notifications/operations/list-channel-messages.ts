import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, page, paged, perPage, timestamp } from '../../../operation/shapes.ts'
import { listChannelRows } from '../channels/channel-store.ts'
import { MessageState } from '../notification.ts'
import { countChannelMessages, listChannelMessageRows } from '../rules/channel-message-store.ts'

export const listChannelMessages = operation({
  name: 'list-channel-messages',
  summary: 'List sent and pending messages of the notification channels, newest first.',
  effect: 'read',
  permission: 'settings.manage',
  input: z.strictObject({ page, per_page: perPage(20, 100), channel_id: z.int().min(1).optional() }),
  output: paged(
    z.object({
      id: z.int(),
      channel_id: z.int(),
      channel: z.string(),
      title: z.string(),
      state: MessageState,
      attempts: z.int(),
      next_attempt_at: timestamp.nullable(),
      last_error: z.string().nullable(),
      created_at: timestamp,
      sent_at: timestamp.nullable(),
    }),
  ),
}).does(async ({ page, per_page, channel_id }, { db, clock }) => {
  const all = await listChannelRows(db, clock.now())
  const channels = all.filter(({ id }) => channel_id === undefined || id === channel_id)
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  const [rows, total] = await Promise.all([
    listChannelMessageRows(db, [...names.keys()], { page, perPage: per_page }),
    countChannelMessages(db, [...names.keys()]),
  ])
  const items = rows.map(({ id, channel_id, title, state, attempts, due_at, last_error, created_at, sent_at }) => ({
    ...{ id, channel_id, channel: names.get(channel_id) ?? '', title, state, attempts, last_error },
    next_attempt_at: state === 'waiting' ? isoTime(due_at) : null,
    created_at: isoTime(created_at),
    sent_at: isoTime(sent_at),
  }))
  return { items, page, per_page, total }
})
