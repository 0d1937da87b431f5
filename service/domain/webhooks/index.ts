import type { Feature } from '../../operation/feature.ts'
import { endpointSecretColumn, previousSecretColumn } from './endpoint-store.ts'
import { addWebhookEndpoint } from './operations/add-webhook-endpoint.ts'
import { convertWebhook } from './operations/convert-webhook.ts'
import { deleteWebhookEndpoint } from './operations/delete-webhook-endpoint.ts'
import { listWebhookDeliveries } from './operations/list-webhook-deliveries.ts'
import { listWebhookEndpoints } from './operations/list-webhook-endpoints.ts'
import { replayWebhookDeliveries } from './operations/replay-webhook-deliveries.ts'
import { rotateWebhookSecret } from './operations/rotate-webhook-secret.ts'
import { sendWebhookNotice } from './operations/send-webhook-notice.ts'
import { testWebhookEndpoint } from './operations/test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from './operations/update-webhook-endpoint.ts'
import { outgoingMessages } from './outgoing-messages.ts'
import { addresses } from './rest.ts'
import { webhookAttempts, webhookGauges } from './webhook-metrics.ts'

export const webhooksFeature: Feature = {
  name: 'webhooks',
  tables: ['webhook_endpoints', 'webhook_deliveries'],
  operations: [
    listWebhookEndpoints,
    addWebhookEndpoint,
    updateWebhookEndpoint,
    deleteWebhookEndpoint,
    rotateWebhookSecret,
    testWebhookEndpoint,
    listWebhookDeliveries,
    replayWebhookDeliveries,
    convertWebhook,
    sendWebhookNotice,
  ],
  addresses,
  retention: [{ table: 'webhook_deliveries', keepDays: 30, column: 'created_at' }],
  sealed: [endpointSecretColumn, previousSecretColumn],
  messages: outgoingMessages,
  gauges: webhookGauges,
  counters: [webhookAttempts],
}

export { startWebhookWork, type WebhookWork } from './webhook-work.ts'
