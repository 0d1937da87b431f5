import { z } from 'zod'
import { invalidInput, ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { findPositionBefore, sequenceEvents } from '../../events/index.ts'
import { updateEndpoint } from '../endpoint-store.ts'
import { reopenDelivery } from '../webhook-delivery-store.ts'
import { EndpointId, requireEndpoint } from '../webhook-endpoint.ts'

export const replayWebhookDeliveries = operation({
  name: 'replay-webhook-deliveries',
  summary:
    'Send events to a webhook again: one delivery, or all events since a time, including those it did not receive. They have the same ids as before.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({
    id: EndpointId,
    delivery_id: z.int().min(1).optional(),
    since: z.iso.datetime({ offset: true }).optional().describe('ISO 8601. Events are stored for 90 days.'),
  }),
  output: z.object({ id: z.int(), queued: z.literal(true) }),
})
  .plans(async ({ id, delivery_id, since }, { db }) => {
    const { url } = await requireEndpoint(db, id)
    return { id, would_affect: [{ url, delivery_id: delivery_id ?? null, since: since ?? null }] }
  })
  .does(async ({ id, delivery_id, since }, { db, clock }) => {
    const { active } = await requireEndpoint(db, id)
    if ((delivery_id === undefined) === (since === undefined))
      throw invalidInput({ delivery_id: 'send either delivery_id or since' })
    if (!active)
      throw new ServiceError('svc_webhook_off', 'conflict', 'The webhook is switched off. Switch it on, then replay.')
    if (delivery_id !== undefined) {
      if (!(await reopenDelivery(db, id, delivery_id, clock.now())))
        throw new ServiceError(
          'svc_webhook_delivery_not_found',
          'missing',
          `The webhook ${id} has no delivery ${delivery_id} of an event.`,
        )
    } else if (since !== undefined) {
      await sequenceEvents(db)
      await updateEndpoint(db, id, { position: await findPositionBefore(db, new Date(since)) })
    }
    return { id, queued: true as const }
  })
