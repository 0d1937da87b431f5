import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import { addDays, addMonths, type Day, daysBetween, isDay, spanOfDays, withDate } from '../../platform/calendar.ts'

const maxDays = 400

export const DayInput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-10-31')
  .describe('YYYY-MM-DD, in the configured time zone.')

/** Whole days in a time zone; `to` is the end of the last one, excluded. */
export interface ReportPeriod {
  start_date: Day
  end_date: Day
  days: number
  from: Date
  to: Date
}

export function readReportPeriod(startDate: string, endDate: string, zone: string): ReportPeriod {
  const first = requireDay('start_date', startDate)
  const last = requireDay('end_date', endDate)
  const days = daysBetween(first, last) + 1
  if (days < 1) throw invalidInput({ end_date: `must not be before start_date (${first})` })
  if (days > maxDays) throw invalidInput({ end_date: `must be within ${maxDays} days of start_date` })
  return { start_date: first, end_date: last, days, ...spanOfDays(first, last, zone) }
}

/** Refuses days that do not exist, such as 2026-02-30. */
function requireDay(field: string, text: string): Day {
  if (!isDay(text) || text < '2000-01-01') throw invalidInput({ [field]: 'must be an existing day from 2000 on' })
  return text
}

/** The month before the month of this day. */
export function monthBefore(day: Day, zone: string): ReportPeriod {
  const firstOfMonth = withDate(day, 1)
  return readReportPeriod(addMonths(firstOfMonth, -1), addDays(firstOfMonth, -1), zone)
}

export const toShownPeriod = ({ start_date, end_date, days }: ReportPeriod) => ({ start_date, end_date, days })
