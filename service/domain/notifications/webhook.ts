import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ServiceError } from '../../operation/errors.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { NotificationKind, notificationKinds } from './notification.ts'
import { findWebhook, type WebhookRow } from './webhook-store.ts'

export const WebhookUrl = z.url({ protocol: /^https?$/ }).max(2000)
export const WebhookKinds = z.array(NotificationKind).min(1).max(notificationKinds.length)
export const WebhookSecret = z.string().min(16).max(200).describe('Signs what is sent; made for you when left out.')

export const newWebhookSecret = () => randomBytes(32).toString('base64url')

/** Everything but the secret, which is shown once. */
export const Webhook = z.object({
  id: z.int(),
  url: z.string(),
  kinds: z.array(NotificationKind),
  active: z.boolean(),
  created_at: timestamp,
})

export const describeWebhook = ({ id, url, kinds, active, created_at }: WebhookRow): z.input<typeof Webhook> => ({
  id,
  url,
  kinds,
  active,
  created_at: isoTime(created_at)!,
})

export async function requireWebhook(db: Db, id: number): Promise<WebhookRow> {
  const webhook = await findWebhook(db, id)
  if (!webhook) throw webhookNotFound(id)
  return webhook
}

export const webhookNotFound = (id: number) =>
  new ServiceError('svc_webhook_not_found', 'missing', `There is no webhook ${id}.`)
