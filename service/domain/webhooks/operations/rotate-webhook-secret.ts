import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { endpointSecretColumn, previousSecretColumn, updateEndpoint } from '../endpoint-store.ts'
import { newEndpointSecret } from '../sign-webhook.ts'
import {
  describeEndpoint,
  EndpointId,
  endpointNotFound,
  requireEndpoint,
  WebhookEndpoint,
} from '../webhook-endpoint.ts'

export const rotateWebhookSecret = operation({
  name: 'rotate-webhook-secret',
  summary: 'Create a new secret for a webhook. For some hours deliveries are signed with the previous one, too.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({
    id: EndpointId,
    keep_hours: z
      .int()
      .min(0)
      .max(168)
      .default(24)
      .describe('How long the previous secret signs, too. 0 if it has become known to others.'),
  }),
  output: WebhookEndpoint.extend({ secret: z.string().describe('Returned only once.') }),
})
  .plans(async ({ id }, { db, clock }) => {
    return { id, would_affect: [describeEndpoint(await requireEndpoint(db, id), clock.now())] }
  })
  .does(async ({ id, keep_hours }, { db, secrets, clock }) => {
    const now = clock.now()
    const before = await requireEndpoint(db, id)
    const secret = newEndpointSecret()
    const keepsPrevious = keep_hours > 0
    const row = await updateEndpoint(db, id, {
      secret: secrets.seal(secret, endpointSecretColumn),
      previous_secret: keepsPrevious
        ? secrets.seal(secrets.open(before.secret, endpointSecretColumn), previousSecretColumn)
        : null,
      previous_until: keepsPrevious ? new Date(now.getTime() + keep_hours * 3_600_000) : null,
      updated_at: now,
    })
    if (!row) throw endpointNotFound(id)
    return { ...describeEndpoint(row, now), secret }
  })
