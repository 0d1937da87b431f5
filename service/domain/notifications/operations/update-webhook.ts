import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireUsableUrl } from '../usable-url.ts'
import {
  describeWebhook,
  requireWebhook,
  Webhook,
  WebhookKinds,
  WebhookSecret,
  WebhookUrl,
  webhookNotFound,
} from '../webhook.ts'
import { changeWebhook, webhookSecretPlace } from '../webhook-store.ts'

export const updateWebhook = operation({
  name: 'update-webhook',
  summary: 'Change a webhook or switch it off; what is not sent stays.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({
    id: z.int().min(1),
    url: WebhookUrl.optional(),
    kinds: WebhookKinds.optional(),
    secret: WebhookSecret.optional(),
    active: z.boolean().optional(),
  }),
  output: Webhook,
})
  .plans(async ({ id, secret: _, ...changes }, { db }) => ({
    id,
    would_affect: [{ ...describeWebhook(await requireWebhook(db, id)), ...changes }],
  }))
  .does(async ({ id, secret, ...changes }, context) => {
    const { db, secrets } = context
    const before = await requireWebhook(db, id)
    if (changes.url !== undefined) await requireUsableUrl(context, changes.url)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const sealed = secret === undefined ? {} : { secret: secrets.seal(secret, webhookSecretPlace) }
    if (Object.keys({ ...given, ...sealed }).length === 0) return describeWebhook(before)
    const row = await changeWebhook(db, id, { ...given, ...sealed })
    if (!row) throw webhookNotFound(id)
    return describeWebhook(row)
  })
