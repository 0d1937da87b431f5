import { dayParts } from '../../platform/utc-day.ts'
/** Consecutive periods of a bucket from its first day. Days are texts such as 2026-11-15, which sort by date. */

export const recurrences = ['none', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Recurrence = (typeof recurrences)[number]

export interface BucketPeriod {
  /** null: no start. */
  from: string | null
  /** The first day of the next period; null: no end. */
  until: string | null
}

const dayMs = 86_400_000
const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 }

/** The period that contains the day; the first period for earlier days. */
export function periodAt(day: string, recurrence: Recurrence, start: string): BucketPeriod {
  if (recurrence === 'none') return { from: null, until: null }
  const number = Math.max(
    0,
    recurrence === 'weekly' ? weeksBetween(start, day) : periodsBetween(start, day, recurrence),
  )
  return { from: periodStart(start, recurrence, number), until: periodStart(start, recurrence, number + 1) }
}

const weeksBetween = (start: string, day: string) => Math.floor((Date.parse(day) - Date.parse(start)) / (7 * dayMs))

function periodsBetween(start: string, day: string, recurrence: keyof typeof monthsOf): number {
  const [first, last] = [dayParts(start), dayParts(day)]
  const number = Math.floor(((last.year - first.year) * 12 + last.month - first.month) / monthsOf[recurrence])
  return periodStart(start, recurrence, number) > day ? number - 1 : number
}

/** Computed from the first period, so that 31 January is followed by 28 February and 31 March. */
function periodStart(start: string, recurrence: Exclude<Recurrence, 'none'>, number: number): string {
  if (recurrence === 'weekly') return asDay(Date.parse(start) + number * 7 * dayMs)
  const { year, month, date } = dayParts(start)
  const months = month + number * monthsOf[recurrence]
  const lastDate = new Date(Date.UTC(year, months, 0)).getUTCDate()
  return asDay(Date.UTC(year, months - 1, Math.min(date, lastDate)))
}

const asDay = (time: number) => new Date(time).toISOString().slice(0, 10)
