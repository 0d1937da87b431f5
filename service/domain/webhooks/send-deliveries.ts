import { randomUUID } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { nextAttemptAt } from '../../platform/work/retry-policy.ts'
import { currentActor } from '../access/index.ts'
import { listVisibleEventIds } from '../events/index.ts'
import { type CallOutcome, callEndpoint } from './call-endpoint.ts'
import { type EndpointRow, findEndpoint, updateFailingSince } from './endpoint-store.ts'
import { deliveryRetries, requestedDelayMs, switchOffAfterMs } from './retry-schedule.ts'
import { switchOff } from './switch-off.ts'
import { dropDelivery, settleDelivery, takeDueDeliveries, type WebhookDeliveryRow } from './webhook-delivery-store.ts'
import { webhookAttempts } from './webhook-metrics.ts'

export type WebhookContext = Pick<Context, 'db' | 'secrets' | 'outbound' | 'clock' | 'queue' | 'log' | 'metrics'>

/** After a crash another process sends the delivery after this time: it may arrive twice, but is never lost. */
const leaseSeconds = 60
/** Deliveries of one endpoint that are sent at the same time; each is of another subject. */
const atOnce = 10

/** Sends the due deliveries of one endpoint until none is left, or the process stops. */
export async function sendDueDeliveries(
  context: WebhookContext,
  endpointId: number,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { db, clock } = context
  const lease = { holder: randomUUID(), seconds: leaseSeconds }
  while (!isStopped()) {
    const taken = await takeDueDeliveries(db, endpointId, { now: clock.now(), limit: atOnce }, lease)
    const endpoint = taken.length > 0 ? await findEndpoint(db, endpointId) : undefined
    if (!endpoint) return
    const allowed = await dropInvisible(context, endpoint, taken)
    await Promise.all(allowed.map((delivery) => sendOne(context, endpoint, delivery)))
  }
}

/** The deliveries that the owner of the endpoint may see now; the others are dropped. */
async function dropInvisible(
  context: WebhookContext,
  endpoint: EndpointRow,
  deliveries: readonly WebhookDeliveryRow[],
): Promise<WebhookDeliveryRow[]> {
  const { db } = context
  const reader = await currentActor(context, endpoint.owner)
  const events = deliveries.flatMap(({ event_id: id, event_published_at: publishedAt }) =>
    id === null || publishedAt === null ? [] : [{ id, publishedAt }],
  )
  const visible = reader ? await listVisibleEventIds(db, events, reader) : new Set<number>()
  const isVisible = ({ event_id }: WebhookDeliveryRow) => event_id !== null && visible.has(event_id)
  for (const delivery of deliveries)
    if (!isVisible(delivery))
      await dropDelivery(db, delivery, 'The owner of the webhook may not see this event, or it is no longer stored.')
  return deliveries.filter(isVisible)
}

async function sendOne(context: WebhookContext, endpoint: EndpointRow, delivery: WebhookDeliveryRow): Promise<void> {
  const { log } = context
  try {
    await recordOutcome(context, endpoint, delivery, await callEndpoint(context, endpoint, delivery))
  } catch (error) {
    // The lease ends, and the delivery is sent again.
    log.error({ webhook: endpoint.id, delivery: delivery.id, reason: messageOf(error) }, 'a webhook delivery failed')
  }
}

async function recordOutcome(
  context: WebhookContext,
  endpoint: EndpointRow,
  delivery: WebhookDeliveryRow,
  outcome: CallOutcome,
): Promise<void> {
  const { clock } = context
  const now = clock.now()
  const failed = { attempts: delivery.attempts, now, requestedMs: requestedDelayMs(outcome.retryAfter) }
  const dueAt = outcome.ok ? null : nextAttemptAt(deliveryRetries, failed)
  const result = outcome.ok ? 'delivered' : dueAt ? 'retried' : 'given_up'
  context.metrics?.increment(webhookAttempts, { result })
  await context.db.transaction().execute(async (trx) => {
    const isActive = async () => (await findEndpoint(trx, endpoint.id))?.active === true
    const isOff = !(await isActive())
    if (!(await settleDelivery(trx, delivery, { ...outcome, at: now }, { dueAt, isOff }))) return
    const failingSince = await updateFailingSince(trx, endpoint.id, !outcome.ok, now)
    const reason = switchOffReason(outcome, failingSince, now)
    if (reason !== null && (await isActive())) await switchOff({ ...context, trx }, endpoint, reason)
  })
}

function switchOffReason({ status }: CallOutcome, failingSince: Date | null, now: Date): string | null {
  if (status === 410) return 'The receiver answered 410 (gone), so no more messages are sent.'
  if (!failingSince || now.getTime() - failingSince.getTime() < switchOffAfterMs) return null
  return 'No delivery succeeded for 5 days.'
}
