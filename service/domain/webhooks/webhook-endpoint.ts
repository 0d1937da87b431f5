import { z } from 'zod'
import type { Actor } from '../../operation/actor.ts'
import { ServiceError } from '../../operation/errors.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { EventTypeName } from '../events/index.ts'
import { type EndpointRow, findEndpoint } from './endpoint-store.ts'
import { type WebhookDeliveryRow, webhookDeliveryStates } from './webhook-delivery-store.ts'

export const EndpointUrl = z.url({ protocol: /^https?$/ }).max(2000)
export const EndpointTypes = z.array(EventTypeName).max(100).describe('Empty: all types.')
export const EndpointDescription = z.string().max(200)
export const EndpointId = z.int().min(1)

/** Without the secret, which is returned once. */
export const WebhookEndpoint = z.object({
  id: z.int(),
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()).describe('Empty: all types.'),
  active: z.boolean(),
  owner: z.string().describe('The webhook receives what this user or key may see at the time of sending.'),
  rotating_until: timestamp.nullable().describe('Until then deliveries are signed with the previous secret, too.'),
  failing_since: timestamp.nullable().describe('The first failure since the last success.'),
  switched_off_reason: z.string().nullable().describe('Set if Flotilla switched it off.'),
  created_at: timestamp,
})

export const describeEndpoint = (row: EndpointRow, now: Date): z.input<typeof WebhookEndpoint> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  types: row.types,
  active: row.active,
  owner: row.owner.name,
  rotating_until: row.previous_until && row.previous_until > now ? isoTime(row.previous_until) : null,
  failing_since: isoTime(row.failing_since),
  switched_off_reason: row.switched_off_reason,
  created_at: isoTime(row.created_at),
})

export const WebhookDelivery = z.object({
  id: z.int(),
  message_id: z.string().describe('The id of the event; the same for every attempt.'),
  type: z.string(),
  subject: z.string(),
  state: z
    .enum(webhookDeliveryStates)
    .describe('failed: no further attempt follows. dropped: the owner of the webhook may no longer see the event.'),
  attempts: z.int(),
  next_attempt_at: timestamp.nullable(),
  attempted_at: timestamp.nullable(),
  status: z.int().nullable(),
  duration_ms: z.int().nullable(),
  error: z.string().nullable(),
  answer: z.string().nullable().describe('The first 1,000 bytes of the answer; for administrators only.'),
  created_at: timestamp,
})

export const describeWebhookDelivery = (
  row: WebhookDeliveryRow,
  { role }: Pick<Actor, 'role'>,
): z.input<typeof WebhookDelivery> => ({
  id: row.id,
  message_id: row.message_id,
  type: row.type,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === 'waiting' ? isoTime(row.due_at) : null,
  attempted_at: isoTime(row.attempted_at),
  status: row.status,
  duration_ms: row.duration_ms,
  error: row.error,
  answer: role === 'administrator' ? row.answer : null,
  created_at: isoTime(row.created_at),
})

export async function requireEndpoint(db: Db, id: number): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, id)
  if (!endpoint) throw endpointNotFound(id)
  return endpoint
}

export const endpointNotFound = (id: number) =>
  new ServiceError('svc_webhook_not_found', 'missing', `There is no webhook ${id}. List the webhooks to see their ids.`)
