import type { Actor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { currentActor } from '../access/index.ts'
import {
  describeEvent,
  eventId,
  type FleetEvent,
  findLatestPosition,
  listPublishedEvents,
  sequenceEvents,
} from '../events/index.ts'
import { listActiveEndpoints, lockActiveEndpoint, updateEndpoint } from './endpoint-store.ts'
import { switchOff } from './switch-off.ts'
import { insertDeliveries, type NewWebhookDelivery } from './webhook-delivery-store.ts'

const eventsPerStep = 1_000

export const toDelivery = (event: FleetEvent): NewWebhookDelivery => ({
  message_id: eventId(event.id),
  event_id: event.id,
  event_published_at: event.published_at,
  position: event.position,
  type: event.type,
  subject: event.subject,
  body: JSON.stringify(describeEvent(event)),
})

/** Adds a delivery of each new event to the endpoints whose owners may see it now. */
export async function queueDeliveries(context: Pick<Context, 'db' | 'clock' | 'queue'>): Promise<void> {
  const { db } = context
  const endpoints = await listActiveEndpoints(db)
  if (endpoints.length === 0) return
  await sequenceEvents(db)
  const latest = await findLatestPosition(db)
  for (const { id, position, owner } of endpoints) {
    if (position >= latest) continue
    const reader = await currentActor(context, owner)
    while (await queueStep(context, id, reader, latest));
  }
}

/** The events of one step of an endpoint. Returns whether more are left. */
function queueStep(
  context: Pick<Context, 'db' | 'clock' | 'queue'>,
  id: number,
  reader: Actor | null,
  latest: number,
): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const endpoint = await lockActiveEndpoint(trx, id)
    if (!endpoint || endpoint.position >= latest) return false
    if (!reader) {
      await switchOff({ ...context, trx }, endpoint, 'The user or key that created it no longer has access.')
      return false
    }
    const types = endpoint.types.length > 0 ? endpoint.types : undefined
    const selection = { after: endpoint.position, upTo: latest, types, reader, limit: eventsPerStep }
    const events = await listPublishedEvents(trx, selection)
    const isFull = events.length === eventsPerStep
    await insertDeliveries(trx, id, events.map(toDelivery), context.clock.now())
    await updateEndpoint(trx, id, { position: isFull ? (events.at(-1)?.position ?? latest) : latest })
    return isFull
  })
}
