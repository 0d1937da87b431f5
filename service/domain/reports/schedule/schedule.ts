import { z } from 'zod'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { addMonths, type Day, withDate } from '../../../platform/calendar.ts'
import { type DeliveryRow, deliveryStates } from './delivery-store.ts'
import type { ScheduleRow } from './schedule-store.ts'

/** The report of a client is sent on this day of every month, about the month before. */
export const ReportSchedule = z.object({
  client_id: z.int(),
  client_name: z.string(),
  active: z.boolean(),
  day_of_month: z.int(),
  recipients: z.array(z.string()).describe('Empty: the e-mail address of the client.'),
  next_on: z.string().nullable().describe('YYYY-MM-DD; null while inactive.'),
  last_sent_at: timestamp.nullable(),
  last_period: z.string().nullable(),
  last_problem: z
    .string()
    .nullable()
    .describe(
      'The error of the last report. It is sent again every hour, unless the mail server refuses it permanently.',
    ),
})

export const ReportDelivery = z.object({
  due_on: z.string().describe('YYYY-MM-DD'),
  period: z.string().describe('YYYY-MM'),
  state: z
    .enum(deliveryStates)
    .describe(
      'unknown: the service stopped or the connection was lost while sending it, so it may have arrived; it is not sent again.',
    ),
  attempts: z.int(),
  recipients: z.array(z.string()),
  begun_at: timestamp,
  ended_at: timestamp.nullable(),
  problem: z.string().nullable(),
  message_id: z.string().nullable().describe('The Message-ID, to find the e-mail in the log of the mail server.'),
})

export const describeDelivery = (row: DeliveryRow) => ({
  due_on: row.due_on,
  period: row.period,
  state: row.state,
  attempts: row.attempts,
  recipients: row.recipients,
  begun_at: isoTime(row.begun_at),
  ended_at: isoTime(row.ended_at),
  problem: row.problem,
  message_id: row.message_id,
})

export const defaultDay = 1

export const describeSchedule = (client: { id: number; name: string }, row: ScheduleRow | undefined) => ({
  client_id: client.id,
  client_name: client.name,
  active: row?.active ?? false,
  day_of_month: row?.day_of_month ?? defaultDay,
  recipients: row?.recipients ?? [],
  next_on: row?.active ? row.next_on : null,
  last_sent_at: isoTime(row?.last_sent_at ?? null),
  last_period: row?.last_period ?? null,
  last_problem: row?.last_problem ?? null,
})

/** The next such day. Days above 28 do not exist in every month and are not allowed. */
export function nextDay(dayOfMonth: number, after: Day): Day {
  const thisMonth = withDate(after, dayOfMonth)
  return thisMonth > after ? thisMonth : addMonths(thisMonth, 1)
}
