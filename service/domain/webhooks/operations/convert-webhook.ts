import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import type { EventTypeName } from '../../events/index.ts'
import {
  findUnsentPosition,
  type NotificationKind,
  removeFormerWebhook,
  requireWebhook,
} from '../../notifications/index.ts'
import { endpointSecretColumn, insertEndpoint } from '../endpoint-store.ts'
import { newEndpointSecret } from '../sign-webhook.ts'
import { describeEndpoint, WebhookEndpoint } from '../webhook-endpoint.ts'

const typesOfKind: Record<NotificationKind, EventTypeName[]> = {
  down: ['monitor.down'],
  up: ['monitor.up'],
  // A site whose certificate is not valid is down.
  certificate: ['certificate.problem', 'monitor.down'],
  domain: ['domain.expiring'],
  health: ['health.poor'],
}

const typesOf = (kinds: readonly NotificationKind[]) => [...new Set(kinds.flatMap((kind) => typesOfKind[kind]))]

export const convertWebhook = operation({
  name: 'convert-webhook',
  summary:
    'Change a webhook of the former format to the Standard Webhooks format: it gets another body, other headers and a new secret. Change the receiver at the same time.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({ id: z.int().min(1).describe('The id of a webhook of GET /notifications/webhooks.') }),
  output: WebhookEndpoint.extend({ secret: z.string().describe('Returned only once.') }),
})
  .plans(async ({ id }, { db }) => {
    const { url, kinds } = await requireWebhook(db, id)
    const warnings = ['The body, the headers and the secret change: change the receiver at the same time.']
    return { id, would_affect: [{ id, url, types: typesOf(kinds) }], warnings }
  })
  .does(async ({ id }, { db, secrets, clock, actor }) => {
    const now = clock.now()
    const secret = newEndpointSecret()
    return db.transaction().execute(async (trx) => {
      const { url, kinds, active } = await requireWebhook(trx, id)
      const row = await insertEndpoint(trx, {
        url,
        types: typesOf(kinds),
        secret: secrets.seal(secret, endpointSecretColumn),
        owner: JSON.stringify(actor),
        active,
        // Events that were not sent in the former format are sent in the new one.
        position: await findUnsentPosition(trx, id),
        created_at: now,
        updated_at: now,
      })
      await removeFormerWebhook(trx, id)
      return { ...describeEndpoint(row, now), secret }
    })
  })
