import type { Context } from '../../operation/context.ts'
import { each } from '../../operation/each.ts'
import { isRefusedForGood, type MailContent, sendMail } from '../settings/index.ts'
import { callWebhook, WebhookGone } from './call-webhook.ts'
import { type MessageRow, markNotSent, markSent, takeDueMessages } from './message-store.ts'

type Sending = Pick<Context, 'db' | 'settings' | 'mail' | 'outbound' | 'secrets' | 'clock' | 'log'>

/** A process that dies while it sends is overcome after this time; then a message may arrive twice, but is never lost. */
const leaseMs = 5 * 60_000
const mostAtATime = 50
const longestPauseMs = 3_600_000
const giveUpAfterMs = 24 * 3_600_000

/** Sends what is due; what cannot be sent now is tried again, for a day. Answers how many were sent. */
export async function sendMessages(context: Sending): Promise<number> {
  const { db, clock } = context
  const due = await takeDueMessages(db, clock.now(), leaseMs, mostAtATime)
  const { done } = await each(due, (message) => send(context, message), {
    identify: ({ id }) => id,
    atOnce: 5,
    onUnexpected: (error) => context.log.error({ err: error }, 'a notification was not kept'),
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
    const dueAt = isHopeless(error, message, clock.now()) ? null : nextTry(message, clock.now())
    log.warn({ message: message.id, channel: message.channel, reason, again: dueAt }, 'a notification was not sent')
    await markNotSent(db, message.id, { error: reason, dueAt })
    return false
  }
  await markSent(db, message.id, clock.now())
  return true
}

async function mail(context: Sending, { recipient, subject, mail_type: type, body }: MessageRow): Promise<void> {
  const wanted = { type, content: body as MailContent, about: subject, to: [recipient] }
  const outcome = await sendMail(context, wanted)
  if (!outcome.sent) throw new Error('E-mail is no longer set up.')
}

/** Trying again would not help, or nobody cares any more. */
const isHopeless = (error: unknown, { created_at }: MessageRow, now: Date) =>
  isRefusedForGood(error) || error instanceof WebhookGone || now.getTime() - created_at.getTime() > giveUpAfterMs

/** After half a minute, then after twice as long each time. */
function nextTry({ attempts }: MessageRow, now: Date): Date {
  return new Date(now.getTime() + Math.min(longestPauseMs, 30_000 * 2 ** Math.min(attempts - 1, 10)))
}
