import type { Context } from '../../operation/context.ts'
import { each } from '../../operation/each.ts'
import { callWebhook, WebhookInactiveError } from './call-webhook.ts'
import { isPermanentMailFailure } from './mail/mail-errors.ts'
import type { MailContent } from './mail/render-mail.ts'
import { sendMail } from './mail/send-mail.ts'
import { type MessageRow, markFailed, markSent, takeDueMessages } from './message-store.ts'

type Sending = Pick<Context, 'db' | 'settings' | 'mail' | 'outbound' | 'secrets' | 'clock' | 'log'>

/** After a crash another process sends the message after this time: it may arrive twice, but is never lost. */
const leaseMs = 5 * 60_000
const batchSize = 50
const maxBackoffMs = 3_600_000
const giveUpAfterMs = 24 * 3_600_000

/** Sends due messages and retries failures for a day. Returns the number of sent messages. */
export async function sendMessages(context: Sending): Promise<number> {
  const { db, clock } = context
  const due = await takeDueMessages(db, clock.now(), leaseMs, batchSize)
  const { done } = await each(due, (message) => send(context, message), {
    identify: ({ id }) => id,
    atOnce: 5,
    onUnexpected: (error) => context.log.error({ err: error }, 'the state of a notification was not stored'),
  })
  return done.filter(Boolean).length
}

async function send(context: Sending, message: MessageRow): Promise<boolean> {
  const { db, clock, log } = context
  try {
    if (message.channel === 'email') await mail(context, message)
    else await callWebhook(context, message)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const dueAt = isPermanent(error, message, clock.now()) ? null : nextAttempt(message, clock.now())
    log.warn({ message: message.id, channel: message.channel, reason, retryAt: dueAt }, 'a notification was not sent')
    await markFailed(db, message.id, { error: reason, dueAt })
    return false
  }
  await markSent(db, message.id, clock.now())
  return true
}

async function mail(context: Sending, message: MessageRow): Promise<void> {
  const { id, created_at, recipient, subject, mail_type: type, body } = message

  // An alert is repeated although it may have arrived: a missed one is worse. The same Message-ID shows that it is the same.
  const key = `${id} ${created_at.toISOString()} ${recipient}`
  // Stored by composeMessages: the body of an e-mail is its content.
  const request = { type, content: body as MailContent, about: subject, to: [recipient], key }
  const outcome = await sendMail(context, request)
  if (!outcome.sent) throw new Error('E-mail is no longer set up.')
}

/** A retry would not help, or the message is too old. */
const isPermanent = (error: unknown, { created_at }: MessageRow, now: Date) =>
  isPermanentMailFailure(error) ||
  error instanceof WebhookInactiveError ||
  now.getTime() - created_at.getTime() > giveUpAfterMs

/** Backoff: half a minute, doubled with each attempt. */
function nextAttempt({ attempts }: MessageRow, now: Date): Date {
  return new Date(now.getTime() + Math.min(maxBackoffMs, 30_000 * 2 ** Math.min(attempts - 1, 10)))
}
