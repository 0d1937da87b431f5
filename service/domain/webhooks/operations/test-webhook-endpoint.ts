import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime } from '../../../operation/shapes.ts'
import { callEndpoint } from '../call-endpoint.ts'
import { insertTestDelivery } from '../webhook-delivery-store.ts'
import {
  describeEndpoint,
  describeWebhookDelivery,
  EndpointId,
  requireEndpoint,
  WebhookDelivery,
} from '../webhook-endpoint.ts'

export const testWebhookEndpoint = operation({
  name: 'test-webhook-endpoint',
  summary: 'Send a test message to a webhook now, and return the answer of the receiver. It is not repeated.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({ id: EndpointId }),
  output: WebhookDelivery,
  results: ({ state, error, status }) => ({
    done: state === 'delivered' ? 1 : 0,
    errors:
      state === 'delivered'
        ? []
        : [{ code: 'svc_webhook_failed', message: error ?? `The receiver answered ${status}.` }],
    label: ['message delivered', 'messages delivered'],
  }),
})
  .plans(async ({ id }, { db, clock }) => {
    return { id, would_affect: [describeEndpoint(await requireEndpoint(db, id), clock.now())] }
  })
  .does(async ({ id }, context) => {
    const { db, clock, actor } = context
    const endpoint = await requireEndpoint(db, id)
    const messageId = `evt_test_${randomUUID()}`
    const body = JSON.stringify({
      id: messageId,
      type: 'webhook.test',
      timestamp: isoTime(clock.now()),
      severity: 'info',
      subject: `webhook:${id}`,
      site: null,
      client_id: null,
      data: { message: 'This is a test from Flotilla.' },
    })
    const message = { message_id: messageId, type: 'webhook.test', subject: `webhook:${id}`, body }
    const outcome = await callEndpoint(context, endpoint, message)
    const delivery = await insertTestDelivery(db, id, message, { ...outcome, at: clock.now() })
    return describeWebhookDelivery(delivery, actor)
  })
