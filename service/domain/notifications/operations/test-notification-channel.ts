import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { channelFailed, openTarget, testMessage } from '../channels/channel.ts'
import { requireChannel } from '../channels/channel-owner.ts'
import { ChannelError } from '../channels/channel-service.ts'
import { recordChannelFailure, recordChannelSuccess } from '../channels/channel-store.ts'
import { sendToChannel } from '../channels/send-to-channel.ts'

export const testNotificationChannel = operation({
  name: 'test-notification-channel',
  summary: 'Send a test message to a notification channel.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ sent: z.literal(true), id: z.int(), title: z.string() }),
})
  .plans(async ({ id }, context) => {
    const { name, shown } = await requireChannel(context, id)
    const { title, lines } = testMessage(context.publicUrl, context.clock.now())
    return { id, would_affect: [{ id, name, shown, title, lines }] }
  })
  .does(async ({ id }, context) => {
    const { db, clock, publicUrl } = context
    const channel = await requireChannel(context, id)
    const message = testMessage(publicUrl, clock.now())
    try {
      await sendToChannel(context, { service: channel.service, target: openTarget(context, channel) }, message)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      await recordChannelFailure(db, id, error.message, clock.now())
      throw channelFailed(error)
    }
    await recordChannelSuccess(db, id, clock.now())
    return { sent: true, id, title: message.title }
  })
