import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import { utcDay } from '../../platform/utc-day.ts'

const dayMs = 86_400_000
const maxDays = 400

export const DayInput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-10-31')
  .describe('YYYY-MM-DD, in UTC.')

/** Whole days in UTC; `to` is the end of the last one, excluded. */
export interface ReportPeriod {
  start_date: string
  end_date: string
  days: number
  from: Date
  to: Date
}

export function readReportPeriod(startDate: string, endDate: string): ReportPeriod {
  const [start, end] = [readDay('start_date', startDate), readDay('end_date', endDate)]
  const days = (end - start) / dayMs + 1
  if (days < 1) throw invalidInput({ end_date: `must not be before start_date (${startDate})` })
  if (days > maxDays) throw invalidInput({ end_date: `must be within ${maxDays} days of start_date` })
  return { start_date: startDate, end_date: endDate, days, from: new Date(start), to: new Date(end + dayMs) }
}

/** Refuses days that do not exist, such as 2026-02-30. */
function readDay(field: string, text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`)
  const exists = !Number.isNaN(time) && utcDay(new Date(time)) === text
  if (!exists || time < Date.UTC(2000, 0, 1)) throw invalidInput({ [field]: 'must be an existing day from 2000 on' })
  return time
}

/** The month before the month of this day. */
export function monthBefore(day: Date): ReportPeriod {
  const first = (months: number) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1))
  return readReportPeriod(utcDay(first(-1)), utcDay(new Date(first(0).getTime() - dayMs)))
}

export const toShownPeriod = ({ start_date, end_date, days }: ReportPeriod) => ({ start_date, end_date, days })
