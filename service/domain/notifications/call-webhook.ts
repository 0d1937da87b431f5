import { createHmac } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import { unixSeconds } from '../../platform/unix-seconds.ts'
import { ChannelError } from './channels/channel-service.ts'
import { findWebhook, webhookSecretColumn } from './webhook-store.ts'

const deadlines = { headers: 10_000, total: 15_000 }

/**
 * Posts a message to a webhook of the former format. The signature covers the time and the body:
 * `sha256=HMAC(secret, "<time>.<body>")`. A retry has the same delivery number, so that the receiver can ignore duplicates.
 */
export async function callWebhook(
  { db, secrets, outbound, clock }: Pick<Context, 'db' | 'secrets' | 'outbound' | 'clock'>,
  webhookId: number,
  message: { id: number; body: unknown },
): Promise<void> {
  const webhook = await findWebhook(db, webhookId)
  if (!webhook?.active) throw new ChannelError('The webhook was deleted or switched off.', { permanent: true })
  const body = JSON.stringify(message.body)
  const time = String(unixSeconds(clock.now()))
  const secret = secrets.open(webhook.secret, webhookSecretColumn)
  const { status } = await outbound.request({
    url: webhook.url,
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-flotilla-delivery': String(message.id),
      'x-flotilla-timestamp': time,
      'x-flotilla-signature': signatureOf(secret, time, body),
    },
    deadlines,
    maxBytes: 64 * 1024,
    maxDecodedBytes: 256 * 1024,
  })
  if (status < 200 || status > 299)
    throw new Error(`The webhook answered ${status}; a status from 200 to 299 is expected.`)
}

export const signatureOf = (secret: string, time: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
