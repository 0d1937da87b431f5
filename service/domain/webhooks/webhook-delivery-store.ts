import { type Generated, type Selectable, sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import type { WorkState } from '../../platform/work/lifecycle.ts'
import { type Lease, leaseWork, settleWork, type WorkTable } from '../../platform/work/work-store.ts'

export const webhookDeliveryStates = ['waiting', 'sending', 'delivered', 'failed', 'dropped'] as const
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

interface WebhookDeliveryTable {
  id: Generated<number>
  webhook_id: number
  message_id: string
  event_id: number | null
  event_published_at: Date | null
  position: number
  type: string
  subject: string
  body: string
  state: Generated<WebhookDeliveryState>
  attempts: Generated<number>
  due_at: Date
  leased_by: string | null
  leased_until: Date | null
  attempted_at: Date | null
  duration_ms: number | null
  status: number | null
  error: string | null
  answer: string | null
  created_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    webhook_deliveries: WebhookDeliveryTable
  }
}

export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>

export interface NewWebhookDelivery {
  message_id: string
  event_id: number | null
  event_published_at: Date | null
  position: number
  type: string
  subject: string
  body: string
}

/** Adds deliveries that are due now. An event that has a delivery is delivered again. */
export async function insertDeliveries(
  trx: Db,
  webhookId: number,
  deliveries: readonly NewWebhookDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await queryRows(
    trx,
    sql`insert into webhook_deliveries as known
        (webhook_id, message_id, event_id, event_published_at, position, type, subject, body, due_at, created_at)
      select ${webhookId}::bigint, message_id, event_id, event_published_at, position, type, subject, body,
        ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(deliveries)}::json) as given (message_id text, event_id bigint,
        event_published_at timestamptz, position bigint, type text, subject text, body text)
      order by position
      on conflict (webhook_id, event_id) do update set state = 'waiting', attempts = 0, due_at = excluded.due_at,
        body = excluded.body
      where known.state not in ('waiting', 'sending')`,
  )
}

/** A test has ended: it is never due. */
export const insertTestDelivery = (
  db: Db,
  webhookId: number,
  message: Pick<NewWebhookDelivery, 'message_id' | 'type' | 'subject' | 'body'>,
  { ok, status, error, answer, durationMs, at }: Attempt,
): Promise<WebhookDeliveryRow> =>
  db
    .insertInto('webhook_deliveries')
    .values({
      ...{ ...message, webhook_id: webhookId, event_id: null, event_published_at: null, position: 0 },
      ...{ state: ok ? 'delivered' : 'failed', attempts: 1, due_at: at, created_at: at },
      ...{ attempted_at: at, duration_ms: durationMs, status, error, answer },
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Active endpoints with a delivery that is due. */
export async function listEndpointsWithDueDeliveries(db: Db, now: Date): Promise<number[]> {
  const rows = await queryRows(
    db,
    sql<{ id: number }>`select id from webhook_endpoints as endpoint where active and exists (
      select from webhook_deliveries where webhook_id = endpoint.id and state in ('waiting', 'sending') and due_at <= ${now})`,
  )
  return rows.map(({ id }) => id)
}

const deliveryWork: WorkTable<'id'> = {
  table: 'webhook_deliveries',
  key: ['id'],
  states: {
    ...{ waiting: 'waiting', leased: 'sending', done: 'delivered', failed: 'failed', unknown: 'failed' },
    cancelled: 'dropped',
  },
}

/**
 * Leases due deliveries of one endpoint. Of each subject only the first open one, so that they arrive in order. The subquery reads one
 * index entry for each delivery; as a join it compared every two of them when PostgreSQL expected few.
 */
export const takeDueDeliveries = (
  db: Db,
  webhookId: number,
  { now, limit }: { now: Date; limit: number },
  lease: Lease,
): Promise<WebhookDeliveryRow[]> =>
  leaseWork(
    db,
    deliveryWork,
    {
      conditions: [
        sql`webhook_id = ${webhookId} and state in ('waiting', 'sending') and due_at <= ${now}`,
        sql`position = (
          select earliest.position from webhook_deliveries as earliest
          where earliest.webhook_id = webhook_deliveries.webhook_id and earliest.subject = webhook_deliveries.subject
            and earliest.state in ('waiting', 'sending')
          order by earliest.position limit 1)`,
      ],
      orderBy: sql`position`,
      limit,
      // 0.2.0 knows no other end of a lease.
      set: sql`due_at = ${new Date(now.getTime() + lease.seconds * 1000)}`,
    },
    lease,
  )

export interface Attempt {
  ok: boolean
  status: number | null
  error: string | null
  answer: string | null
  durationMs: number | null
  at: Date
}

/** `dueAt`: of the next attempt, if this one failed; null: there is none. `isOff`: its endpoint was switched off meanwhile. */
export const settleDelivery = (
  db: Db,
  delivery: WebhookDeliveryRow,
  { ok, status, error, answer, durationMs, at }: Attempt,
  { dueAt, isOff }: { dueAt: Date | null; isOff: boolean },
): Promise<WorkState | null> =>
  settleWork(
    db,
    deliveryWork,
    delivery,
    ok
      ? { name: 'finish', end: 'done' }
      : { name: 'retry-later', dueAt: dueAt?.getTime() ?? null, isCancelling: isOff },
    sql`status = ${status}::int, error = ${error}::text, answer = ${answer}::text, duration_ms = ${durationMs}::int,
      attempted_at = ${at}::timestamptz`,
  )

/** An event that the owner of the endpoint may no longer see. */
export const dropDelivery = (db: Db, delivery: WebhookDeliveryRow, error: string): Promise<WorkState | null> =>
  settleWork(db, deliveryWork, delivery, { name: 'finish', end: 'cancelled' }, sql`error = ${error}`)

/** Those that are being sent are ended by their workers. */
export async function failWaitingDeliveries(trx: Db, webhookId: number, error: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Makes a delivery due again. Undefined if it does not exist, belongs to another endpoint, is a test or is being sent. */
export const reopenDelivery = (
  db: Db,
  webhookId: number,
  id: number,
  now: Date,
): Promise<WebhookDeliveryRow | undefined> =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, due_at: now })
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .where('event_id', 'is not', null)
    .where('state', '!=', 'sending')
    .returningAll()
    .executeTakeFirst()

export async function listWebhookDeliveryRows(
  db: Db,
  { webhookId, state }: { webhookId: number; state?: WebhookDeliveryState | undefined },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: WebhookDeliveryRow[]; total: number }> {
  let query = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId)
  if (state) query = query.where('state', '=', state)
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The number of deliveries by endpoint and state. */
export function countDeliveries(
  db: Db,
): Promise<{ webhook_id: number; waiting: number; delivered: number; failed: number; last: Date | null }[]> {
  return queryRows(
    db,
    sql<{ webhook_id: number; waiting: number; delivered: number; failed: number; last: Date | null }>`
      select webhook_id, count(*) filter (where state in ('waiting', 'sending')) as waiting,
        count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'failed') as failed,
        max(attempted_at) filter (where state = 'delivered') as last
      from webhook_deliveries group by webhook_id`,
  )
}
