import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { notificationKinds } from '../notification.ts'
import { requireUsableUrl } from '../usable-url.ts'
import { describeWebhook, newWebhookSecret, Webhook, WebhookKinds, WebhookSecret, WebhookUrl } from '../webhook.ts'
import { insertWebhook, webhookSecretPlace } from '../webhook-store.ts'

export const addWebhook = operation({
  name: 'add-webhook',
  summary: 'Let a program hear what happens to sites: each message is posted to its address, signed with the secret.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({
    url: WebhookUrl,
    kinds: WebhookKinds.default([...notificationKinds]),
    secret: WebhookSecret.optional(),
  }),
  output: Webhook.extend({ secret: z.string().describe('Shown now and never again.') }),
})
  .plans(async ({ url, kinds }) => ({ would_affect: [{ url, kinds }] }))
  .does(async ({ url, kinds, secret = newWebhookSecret() }, context) => {
    const { db, secrets, clock } = context
    await requireUsableUrl(context, url)
    const sealed = secrets.seal(secret, webhookSecretPlace)
    const row = await insertWebhook(db, { url, kinds: [...new Set(kinds)], secret: sealed, created_at: clock.now() })
    return { ...describeWebhook(row), secret }
  })
