import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isSameHost } from '../../../platform/outbound/same-host.ts'
import { saveWebhookChannel } from '../channels/built-in-channel-store.ts'
import {
  describeWebhook,
  newWebhookSecret,
  requireCallableUrl,
  requireWebhook,
  Webhook,
  WebhookKinds,
  WebhookSecret,
  WebhookUrl,
  webhookNotFound,
} from '../webhook.ts'
import { updateWebhookRow, webhookSecretColumn } from '../webhook-store.ts'

export const updateWebhook = operation({
  name: 'update-webhook',
  summary:
    'Change a webhook or switch it off; fields that are not sent do not change. A URL on another host gets a new secret, unless one is sent.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({
    id: z.int().min(1),
    url: WebhookUrl.optional(),
    kinds: WebhookKinds.optional(),
    secret: WebhookSecret.optional(),
    active: z.boolean().optional(),
  }),
  output: Webhook.extend({ secret: z.string().optional().describe('A newly generated secret, returned only once.') }),
})
  .plans(async ({ id, secret, ...changes }, { db }) => {
    const before = await requireWebhook(db, id)
    const movesHost = changes.url !== undefined && !isSameHost(before.url, changes.url)
    const warnings =
      movesHost && secret === undefined ? [`${changes.url} is on another host: a new secret is generated.`] : []
    return { id, would_affect: [{ ...describeWebhook(before), ...changes }], warnings }
  })
  .does(async ({ id, secret, ...changes }, context) => {
    const { db, secrets } = context
    const before = await requireWebhook(db, id)
    if (changes.url !== undefined) await requireCallableUrl(context, changes.url)
    // The new host could replay deliveries signed with the old secret at the old host.
    const movesHost = changes.url !== undefined && !isSameHost(before.url, changes.url)
    const generated = movesHost && secret === undefined ? newWebhookSecret() : undefined
    const newSecret = secret ?? generated
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const sealed = newSecret === undefined ? {} : { secret: secrets.seal(newSecret, webhookSecretColumn) }
    if (Object.keys({ ...given, ...sealed }).length === 0) return describeWebhook(before)
    const row = await db.transaction().execute(async (trx) => {
      const changed = await updateWebhookRow(trx, id, { ...given, ...sealed })
      if (changed) await saveWebhookChannel(trx, changed)
      return changed
    })
    if (!row) throw webhookNotFound(id)
    return { ...describeWebhook(row), ...(generated && { secret: generated }) }
  })
