import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { each } from '../../../operation/each.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { nextAttemptAt, type RetryPolicy } from '../../../platform/work/retry-policy.ts'
import type { MailType } from '../../settings/index.ts'
import { callWebhook } from '../call-webhook.ts'
import { openTarget } from '../channels/channel.ts'
import { ChannelMessage, cleanMessage, linkTextOf } from '../channels/channel-message.ts'
import { ChannelError } from '../channels/channel-service.ts'
import { type ChannelRow, findChannel, recordChannelFailure, recordChannelSuccess } from '../channels/channel-store.ts'
import { sendToChannel } from '../channels/send-to-channel.ts'
import { findMailBranding } from '../mail/branding-store.ts'
import { isPermanentMailFailure } from '../mail/mail-errors.ts'
import { sendMail } from '../mail/send-mail.ts'
import {
  type ChannelMessageRow,
  listChannelsWithDueMessages,
  settleMessage,
  takeOldestMessage,
} from './channel-message-store.ts'

type Sending = Pick<Context, 'db' | 'mail' | 'settings' | 'outbound' | 'secrets' | 'clock' | 'log'>

/** After a crash another process sends the message after this time: it may arrive twice, but is never lost. */
const leaseSeconds = 300
/** Half a minute, doubled with each attempt up to an hour, for a day. */
const retries: RetryPolicy = {
  delaysMs: [...Array.from({ length: 7 }, (_, attempt) => 30_000 * 2 ** attempt), 3_600_000],
  repeatsLast: true,
  giveUpAfterMs: 24 * 3_600_000,
}
const channelsAtOnce = 20
const maxPerRun = 100

/** Sends due messages, each channel in order and independent of the others, and retries failures for a day. */
export async function sendChannelMessages(context: Sending): Promise<void> {
  const { db, clock, log } = context
  const channelIds = await listChannelsWithDueMessages(db, clock.now())
  await each(channelIds, (id) => sendMessagesOf(context, id), {
    identify: (id) => id,
    atOnce: channelsAtOnce,
    onUnexpected: (error) => log.error({ err: error }, 'the state of a channel message was not stored'),
  })
}

async function sendMessagesOf(context: Sending, channelId: number): Promise<void> {
  const lease = { holder: randomUUID(), seconds: leaseSeconds }
  for (let sent = 0; sent < maxPerRun; sent++) {
    const message = await takeOldestMessage(context.db, channelId, context.clock.now(), lease)
    if (!message || !(await send(context, message))) return
  }
}

/** Returns whether the next message of the channel may be sent. */
async function send(context: Sending, message: ChannelMessageRow): Promise<boolean> {
  const { db, clock, log } = context
  const { id, channel_id, created_at, attempts } = message
  try {
    const channel = await findChannel(db, channel_id)
    if (!channel?.active) throw new ChannelError('The channel is switched off.', { permanent: true })
    await sendTo(context, channel, { id, body: ChannelMessage.parse(message.body) })
  } catch (error) {
    const now = clock.now()
    const reason = messageOf(error)
    const facts =
      error instanceof ChannelError ? error : { permanent: isPermanentMailFailure(error), retryAfterMs: undefined }
    const failed = { attempts, now, createdAt: created_at, requestedMs: facts.retryAfterMs }
    const dueAt = facts.permanent ? null : nextAttemptAt(retries, failed)
    log.warn({ message: id, channel: channel_id, reason, retryAt: dueAt }, 'a channel message was not sent')
    if (!(await settleMessage(db, message, { error: reason, dueAt }))) return false
    await recordChannelFailure(db, channel_id, reason, now)
    return dueAt === null
  }
  if (!(await settleMessage(db, message, { sentAt: clock.now() }))) return false
  await recordChannelSuccess(db, channel_id, clock.now())
  return true
}

async function sendTo(
  context: Sending,
  channel: ChannelRow,
  { id, body }: { id: number; body: ChannelMessage },
): Promise<void> {
  const { service, webhook_id, mail_type, shown } = channel
  const key = `channel message ${id}`
  if (webhook_id !== null)
    return callWebhook(context, webhook_id, { id, body: { text: body.title, events: body.events ?? [] } })
  if (mail_type !== null) return sendSettingsMail(context, { type: mail_type, to: shown, key }, body)
  if (service === 'webhook') throw new ChannelError('The webhook was deleted.', { permanent: true })
  const branding = service === 'email' ? await findMailBranding(context.db) : undefined
  return sendToChannel({ ...context, branding, key }, { service, target: openTarget(context, channel) }, body)
}

/** With the subject and the heading of the settings. An alert is repeated although it may have arrived: a missed one is worse. */
async function sendSettingsMail(
  context: Sending,
  { type, to, key }: { type: MailType; to: string; key: string },
  message: ChannelMessage,
): Promise<void> {
  const { title, lines, link, language } = cleanMessage(message)
  const content = {
    ...(language && { language }),
    paragraphs: [`${title}.`, ...lines],
    hasSiteText: true,
    ...(link !== null && { link: { text: linkTextOf(message), url: link } }),
  }
  const outcome = await sendMail(context, { type, content, about: title, to: [to], key })
  if (!outcome.sent) throw new Error('E-mail is no longer set up.')
}
