import { addDays, addMonths, type Day, daysBetween, monthsBetween } from '../../platform/calendar.ts'

/** Consecutive periods of a bucket from its first day. */

export const recurrences = ['none', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Recurrence = (typeof recurrences)[number]

export interface BucketPeriod {
  /** null: no start. */
  from: Day | null
  /** The first day of the next period; null: no end. */
  until: Day | null
}

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 }

/** The period that contains the day; the first period for earlier days. */
export function periodAt(day: Day, recurrence: Recurrence, start: Day): BucketPeriod {
  if (recurrence === 'none') return { from: null, until: null }
  const number = Math.max(
    0,
    recurrence === 'weekly' ? weeksBetween(start, day) : periodsBetween(start, day, recurrence),
  )
  return { from: periodStart(start, recurrence, number), until: periodStart(start, recurrence, number + 1) }
}

const weeksBetween = (start: Day, day: Day) => Math.floor(daysBetween(start, day) / 7)

function periodsBetween(start: Day, day: Day, recurrence: keyof typeof monthsOf): number {
  const number = Math.floor(monthsBetween(start, day) / monthsOf[recurrence])
  return periodStart(start, recurrence, number) > day ? number - 1 : number
}

/** Computed from the first period, so that 31 January is followed by 28 February and 31 March. */
function periodStart(start: Day, recurrence: Exclude<Recurrence, 'none'>, number: number): Day {
  return recurrence === 'weekly' ? addDays(start, number * 7) : addMonths(start, number * monthsOf[recurrence])
}
