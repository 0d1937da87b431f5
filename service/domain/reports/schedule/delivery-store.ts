import { type Generated, type Selectable, sql } from 'kysely'
import type { Day } from '../../../platform/calendar.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { publishEvents } from '../../events/index.ts'

export const deliveryStates = ['sending', 'sent', 'failed', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

interface DeliveryTable {
  client_id: number
  due_on: Day
  period: string
  recipients: string[]
  state: DeliveryState
  attempts: number
  begun_at: Date
  ended_at: Date | null
  problem: string | null
  /** Of the last attempt. */
  message_id: Generated<string | null>
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    report_deliveries: DeliveryTable
  }
}

export type DeliveryRow = Selectable<DeliveryTable>

/** One report of a schedule. */
export interface DueReport {
  clientId: number
  dueOn: Day
  /** The day of the next report. */
  nextOn: Day
  period: string
  recipients: readonly string[]
  /** The Message-ID of the e-mail, once it is composed. */
  messageId?: string
}

/**
 * Records the delivery before the mail server receives it, and advances the schedule. False when it was sent already, or may
 * have been: then it is never sent again.
 */
export function startDelivery(db: Database, delivery: DueReport, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isStarted = await upsertDelivery(trx, delivery, { state: 'sending', now })
    await advanceSchedule(trx, delivery, {})
    return isStarted
  })
}

const aboutReport = ({ clientId, period, recipients }: DueReport) => ({
  clientId,
  subject: `client:${clientId}`,
  data: { period, scheduled: true, recipients: [...recipients] },
})

/** `problem`: the refused recipients. */
export function recordSent(db: Database, delivery: DueReport, problem: string | null, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { clientId, dueOn, period } = delivery
    await trx
      .updateTable('report_deliveries')
      .set({ state: 'sent', ended_at: now, problem })
      .where('client_id', '=', clientId)
      .where('due_on', '=', dueOn)
      .execute()
    await trx
      .updateTable('report_schedules')
      .set({ last_sent_at: now, last_period: period, last_problem: problem })
      .where('client_id', '=', clientId)
      .execute()
    await publishEvents(trx, [{ type: 'report.sent', ...aboutReport(delivery) }], now)
  })
}

/** For a report that certainly was not sent. `again`: the time of the next attempt; null: none. */
export function recordUnsent(
  db: Database,
  delivery: DueReport,
  { problem, again, now }: { problem: string; again: Date | null; now: Date },
): Promise<void> {
  const last_problem = problem.slice(0, 500)
  return db.transaction().execute(async (trx) => {
    await upsertDelivery(trx, delivery, { state: 'failed', problem: last_problem, now })
    await advanceSchedule(trx, delivery, {
      last_problem,
      ...(again && { next_on: delivery.dueOn, held_until: again }),
    })
    // Once, although it is tried again every hour.
    const key = `report ${delivery.clientId} ${delivery.dueOn} failed`
    const { data, ...about } = aboutReport(delivery)
    await publishEvents(trx, [{ type: 'report.failed', ...about, data: { ...data, message: problem }, key }], now)
  })
}

/** False, without a write, when the delivery has ended. */
async function upsertDelivery(
  trx: Db,
  {
    clientId,
    dueOn,
    period,
    recipients,
    messageId = null,
  }: Omit<DueReport, 'messageId'> & { messageId?: string | null },
  { state, problem = null, now }: { state: 'sending' | 'failed'; problem?: string | null; now: Date },
): Promise<boolean> {
  const endedStates = state === 'sending' ? sql`('sending', 'sent', 'unknown')` : sql`('sent', 'unknown')`
  const { rows } = await sql`
    insert into report_deliveries (client_id, due_on, period, recipients, state, begun_at, ended_at, problem, message_id)
    values (${clientId}, ${dueOn}, ${period}, ${recipients}, ${state}, ${now}, ${state === 'failed' ? now : null}, ${problem}, ${messageId})
    on conflict (client_id, due_on) do update set state = excluded.state, recipients = excluded.recipients,
      begun_at = excluded.begun_at, ended_at = excluded.ended_at, problem = excluded.problem, message_id = excluded.message_id,
      attempts = report_deliveries.attempts + (report_deliveries.state = 'failed')::int
    where report_deliveries.state not in ${endedStates}
    returning client_id`.execute(trx)
  return rows.length === 1
}

/** Does not change a schedule that was edited meanwhile. */
async function advanceSchedule(
  trx: Db,
  { clientId, dueOn, nextOn }: DueReport,
  changes: { next_on?: Day; held_until?: Date; last_problem?: string },
): Promise<void> {
  await trx
    .updateTable('report_schedules')
    .set({ next_on: nextOn, held_until: null, ...changes })
    .where('client_id', '=', clientId)
    .where('next_on', 'in', [dueOn, nextOn])
    .execute()
}

/** The answer of the mail server was lost: the report may have arrived and is not sent again. */
export function recordUnknown(db: Database, { clientId, dueOn }: DueReport, problem: string, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('report_deliveries')
      .set({ state: 'unknown', ended_at: now, problem })
      .where('client_id', '=', clientId)
      .where('due_on', '=', dueOn)
      .execute()
    await trx.updateTable('report_schedules').set({ last_problem: problem }).where('client_id', '=', clientId).execute()
  })
}

/** A delivery whose process died is not sent again: it may have arrived. */
export async function markUnknownBefore(db: Db, before: Date, problem: string, now: Date): Promise<void> {
  await sql`
    with lost as (
      update report_deliveries set state = 'unknown', ended_at = ${now}, problem = ${problem}
      where state = 'sending' and begun_at < ${before} returning client_id)
    update report_schedules set last_problem = ${problem} from lost
    where report_schedules.client_id = lost.client_id`.execute(db)
}

export const listDeliveries = (db: Db, clientId: number, limit: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom('report_deliveries')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('due_on', 'desc')
    .limit(limit)
    .execute()
