import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isSameHost } from '../../../platform/outbound/same-host.ts'
import { requireUsableUrl } from '../usable-url.ts'
import {
  describeWebhook,
  newWebhookSecret,
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
  summary:
    'Change a webhook or switch it off; what is not sent stays. An address on another host gets a new secret, unless one is sent.',
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
  output: Webhook.extend({ secret: z.string().optional().describe('A new one was made: shown now and never again.') }),
})
  .plans(async ({ id, secret, ...changes }, { db }) => {
    const before = await requireWebhook(db, id)
    const movesHost = changes.url !== undefined && !isSameHost(before.url, changes.url)
    const warnings =
      movesHost && secret === undefined ? [`${changes.url} is on another host: a new secret is made.`] : []
    return { id, would_affect: [{ ...describeWebhook(before), ...changes }], warnings }
  })
  .does(async ({ id, secret, ...changes }, context) => {
    const { db, secrets } = context
    const before = await requireWebhook(db, id)
    if (changes.url !== undefined) await requireUsableUrl(context, changes.url)
    // Signatures by the old secret are for the old host: another one could replay them there.
    const movesHost = changes.url !== undefined && !isSameHost(before.url, changes.url)
    const made = movesHost && secret === undefined ? newWebhookSecret() : undefined
    const kept = secret ?? made
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const sealed = kept === undefined ? {} : { secret: secrets.seal(kept, webhookSecretPlace) }
    if (Object.keys({ ...given, ...sealed }).length === 0) return describeWebhook(before)
    const row = await changeWebhook(db, id, { ...given, ...sealed })
    if (!row) throw webhookNotFound(id)
    return { ...describeWebhook(row), ...(made && { secret: made }) }
  })
