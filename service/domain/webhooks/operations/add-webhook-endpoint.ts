import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { latestEventPosition } from '../../events/index.ts'
import { requireCallableUrl } from '../../notifications/index.ts'
import { endpointSecretColumn, insertEndpoint } from '../endpoint-store.ts'
import { newEndpointSecret } from '../sign-webhook.ts'
import {
  describeEndpoint,
  EndpointDescription,
  EndpointTypes,
  EndpointUrl,
  WebhookEndpoint,
} from '../webhook-endpoint.ts'

export const addWebhookEndpoint = operation({
  name: 'add-webhook-endpoint',
  summary:
    'Add a webhook: new events are posted to its URL, signed by the Standard Webhooks specification. It receives what you may see at the time of sending.',
  effect: 'change',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({
    url: EndpointUrl,
    description: EndpointDescription.default(''),
    types: EndpointTypes.default([]),
  }),
  output: WebhookEndpoint.extend({ secret: z.string().describe('Returned only once.') }),
})
  .plans(async ({ url, types }) => ({ would_affect: [{ url, types }] }))
  .does(async ({ url, description, types }, context) => {
    const { db, secrets, clock, actor } = context
    await requireCallableUrl(context, url)
    const secret = newEndpointSecret()
    const now = clock.now()
    const row = await insertEndpoint(db, {
      url,
      description,
      types: [...new Set(types)],
      secret: secrets.seal(secret, endpointSecretColumn),
      owner: JSON.stringify(actor),
      position: await latestEventPosition(db),
      created_at: now,
      updated_at: now,
    })
    return { ...describeEndpoint(row, now), secret }
  })
