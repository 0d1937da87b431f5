import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { listEndpoints } from '../endpoint-store.ts'
import { countDeliveries } from '../webhook-delivery-store.ts'
import { describeEndpoint, WebhookEndpoint } from '../webhook-endpoint.ts'

export const listWebhookEndpoints = operation({
  name: 'list-webhook-endpoints',
  summary: 'List the webhooks that receive events, with the number of their deliveries of the last 30 days.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({
    webhooks: z.array(
      WebhookEndpoint.extend({
        waiting: z.int(),
        delivered: z.int(),
        failed: z.int(),
        last_delivered_at: timestamp.nullable(),
      }),
    ),
    total: z.int(),
  }),
}).does(async (_input, { db, clock }) => {
  const counts = new Map((await countDeliveries(db)).map((row) => [row.webhook_id, row]))
  const webhooks = (await listEndpoints(db)).map((row) => {
    const { waiting = 0, delivered = 0, failed = 0, last = null } = counts.get(row.id) ?? {}
    return { ...describeEndpoint(row, clock.now()), waiting, delivered, failed, last_delivered_at: isoTime(last) }
  })
  return { webhooks, total: webhooks.length }
})
