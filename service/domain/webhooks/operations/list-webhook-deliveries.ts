import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { listWebhookDeliveryRows, webhookDeliveryStates } from '../webhook-delivery-store.ts'
import { describeWebhookDelivery, EndpointId, requireEndpoint, WebhookDelivery } from '../webhook-endpoint.ts'

export const listWebhookDeliveries = operation({
  name: 'list-webhook-deliveries',
  summary: 'List the deliveries of a webhook of the last 30 days, newest first, with the last answer of the receiver.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({
    id: EndpointId,
    state: z.enum(webhookDeliveryStates).optional(),
    page,
    per_page: perPage(50, 200),
  }),
  output: paged(WebhookDelivery),
}).does(async ({ id, state, page, per_page }, { db, actor }) => {
  await requireEndpoint(db, id)
  const { rows, total } = await listWebhookDeliveryRows(db, { webhookId: id, state }, { page, perPage: per_page })
  return { items: rows.map((row) => describeWebhookDelivery(row, actor)), page, per_page, total }
})
