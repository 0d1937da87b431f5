import { route } from '../../operation/address.ts'
import { addWebhookEndpoint } from './operations/add-webhook-endpoint.ts'
import { convertWebhook } from './operations/convert-webhook.ts'
import { deleteWebhookEndpoint } from './operations/delete-webhook-endpoint.ts'
import { listWebhookDeliveries } from './operations/list-webhook-deliveries.ts'
import { listWebhookEndpoints } from './operations/list-webhook-endpoints.ts'
import { replayWebhookDeliveries } from './operations/replay-webhook-deliveries.ts'
import { rotateWebhookSecret } from './operations/rotate-webhook-secret.ts'
import { testWebhookEndpoint } from './operations/test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from './operations/update-webhook-endpoint.ts'

export const addresses = [
  route('GET /webhooks', listWebhookEndpoints, { list: 'webhooks' }),
  route('POST /webhooks', addWebhookEndpoint, { message: 'Webhook added. Keep the secret: it is not shown again.' }),
  route('PUT|PATCH /webhooks/{id}', updateWebhookEndpoint, { message: 'Webhook updated.' }),
  route('DELETE /webhooks/{id}', deleteWebhookEndpoint, { message: 'Webhook deleted.' }),
  route('POST /webhooks/{id}/rotate', rotateWebhookSecret, {
    message: 'Secret replaced. Keep the new one: it is not shown again.',
  }),
  route('POST /webhooks/{id}/test', testWebhookEndpoint, { message: 'Test message delivered.' }),
  route('GET /webhooks/{id}/deliveries', listWebhookDeliveries, { list: 'items' }),
  route('POST /notifications/webhooks/{id}/convert', convertWebhook, {
    message: 'Webhook converted. Keep the new secret: it is not shown again.',
  }),
  route('POST /webhooks/{id}/replay', replayWebhookDeliveries, { message: 'Events are sent again.' }),
]
