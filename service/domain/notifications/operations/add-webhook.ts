import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { saveWebhookChannel } from '../channels/built-in-channel-store.ts'
import { notificationKinds } from '../notification.ts'
import {
  describeWebhook,
  newWebhookSecret,
  requireCallableUrl,
  Webhook,
  WebhookKinds,
  WebhookSecret,
  WebhookUrl,
} from '../webhook.ts'
import { insertWebhook, webhookSecretColumn } from '../webhook-store.ts'

export const addWebhook = operation({
  name: 'add-webhook',
  summary: 'Add a webhook: messages about sites are posted to its URL, signed with the secret.',
  effect: 'change',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({
    url: WebhookUrl,
    kinds: WebhookKinds.default([...notificationKinds]),
    secret: WebhookSecret.optional(),
  }),
  output: Webhook.extend({ secret: z.string().describe('Returned only once.') }),
})
  .plans(async ({ url, kinds }) => ({ would_affect: [{ url, kinds }] }))
  .does(async ({ url, kinds, secret = newWebhookSecret() }, context) => {
    const { db, secrets, clock } = context
    await requireCallableUrl(context, url)
    const sealed = secrets.seal(secret, webhookSecretColumn)
    const values = { url, kinds: [...new Set(kinds)], secret: sealed, created_at: clock.now() }
    const row = await db.transaction().execute(async (trx) => {
      const added = await insertWebhook(trx, values)
      await saveWebhookChannel(trx, added)
      return added
    })
    return { ...describeWebhook(row), secret }
  })
