import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { dayOf } from './period.ts'
import type { ScheduleRow } from './schedule-store.ts'

/** When the report of a client is sent by itself: on this day of every month, about the month before. */
export const ReportSchedule = z.object({
  client_id: z.int(),
  client_name: z.string(),
  active: z.boolean(),
  day_of_month: z.int(),
  recipients: z.array(z.string()).describe('Without any, the client’s own address.'),
  next_on: z.string().nullable().describe('YYYY-MM-DD; null while it is off.'),
  last_sent_at: timestamp.nullable(),
  last_period: z.string().nullable(),
  last_problem: z.string().nullable().describe('Why the last one could not be sent; it is tried again every hour.'),
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

/** The first such day after this one; days beyond 28 do not exist in every month and are not offered. */
export function nextDay(dayOfMonth: number, after: Date): string {
  const inMonth = (months: number) =>
    new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + months, dayOfMonth))
  const thisMonth = inMonth(0)
  return dayOf(thisMonth.getTime() > after.getTime() ? thisMonth : inMonth(1))
}
