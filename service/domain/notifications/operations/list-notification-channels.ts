import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeChannel, NotificationChannel } from '../channels/channel.ts'
import { listChannelRows } from '../channels/channel-store.ts'

export const listNotificationChannels = operation({
  name: 'list-notification-channels',
  summary: 'List the notification channels, without their secrets.',
  effect: 'read',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ channels: z.array(NotificationChannel), total: z.int() }),
}).does(async (_input, { db, mail, clock }) => {
  const channels = (await listChannelRows(db, clock.now())).map((row) => describeChannel(row, mail))
  return { channels, total: channels.length }
})
