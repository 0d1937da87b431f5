import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireChannel } from '../channels/channel-owner.ts'
import { deleteChannelRow } from '../channels/channel-store.ts'

export const deleteNotificationChannel = operation({
  name: 'delete-notification-channel',
  summary: 'Delete a notification channel with its rules; its pending messages are dropped.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ deleted: z.literal(true), id: z.int(), name: z.string() }),
})
  .plans(async ({ id }, context) => {
    const { name, service, shown } = await requireChannel(context, id)
    return { id, would_affect: [{ id, name, service, shown }] }
  })
  .does(async ({ id }, context) => {
    const { name } = await requireChannel(context, id)
    await deleteChannelRow(context.db, id)
    return { deleted: true, id, name }
  })
