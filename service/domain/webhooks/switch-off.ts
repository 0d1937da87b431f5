import { systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishEvents } from '../events/index.ts'
import { type EndpointRow, updateEndpoint } from './endpoint-store.ts'
import { failWaitingDeliveries } from './webhook-delivery-store.ts'

/** Switches an endpoint off and notifies the administrators by an event and by e-mail. */
export async function switchOff(
  { trx, clock, queue }: Pick<Context, 'clock' | 'queue'> & { trx: Db },
  { id, url }: Pick<EndpointRow, 'id' | 'url'>,
  reason: string,
): Promise<void> {
  const now = clock.now()
  await updateEndpoint(trx, id, { active: false, switched_off_at: now, switched_off_reason: reason, updated_at: now })
  await failWaitingDeliveries(trx, id, 'The webhook was switched off.')
  const data = { webhook_id: id, url, reason }
  await publishEvents(trx, [{ type: 'webhook.switched_off', subject: `webhook:${id}`, data }], now)
  const call = { operation: 'send-webhook-notice', input: { url, reason }, actor: systemActor('webhooks') }
  await queue.later(call, { within: trx })
}
