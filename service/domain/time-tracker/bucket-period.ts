/** Periods of a bucket: from its first day on, one after the other. Days are texts such as 2026-11-15, which sort like days. */

export const recurrences = ['none', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Recurrence = (typeof recurrences)[number]

export interface Period {
  /** null: without beginning. */
  from: string | null
  /** The first day of the next one; null: without end. */
  until: string | null
}

const dayMs = 86_400_000
const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 }

/** The period that the day lies in; before the first one begins, the first one. */
export function periodAt(day: string, recurrence: Recurrence, start: string): Period {
  if (recurrence === 'none') return { from: null, until: null }
  const number = Math.max(0, recurrence === 'weekly' ? weeksBetween(start, day) : turnsBetween(start, day, recurrence))
  return { from: turn(start, recurrence, number), until: turn(start, recurrence, number + 1) }
}

const weeksBetween = (start: string, day: string) => Math.floor((Date.parse(day) - Date.parse(start)) / (7 * dayMs))

function turnsBetween(start: string, day: string, recurrence: keyof typeof monthsOf): number {
  const [year, month] = partsOf(day)
  const [startYear, startMonth] = partsOf(start)
  const number = Math.floor(((year - startYear) * 12 + month - startMonth) / monthsOf[recurrence])
  return turn(start, recurrence, number) > day ? number - 1 : number
}

/** Each is reckoned from the first, so that 31 January leads over 28 February back to 31 March. */
function turn(start: string, recurrence: Exclude<Recurrence, 'none'>, number: number): string {
  if (recurrence === 'weekly') return asDay(Date.parse(start) + number * 7 * dayMs)
  const [year, month, date] = partsOf(start)
  const months = month + number * monthsOf[recurrence]
  const lastDate = new Date(Date.UTC(year, months, 0)).getUTCDate()
  return asDay(Date.UTC(year, months - 1, Math.min(date, lastDate)))
}

const asDay = (time: number) => new Date(time).toISOString().slice(0, 10)
const partsOf = (day: string) => day.split('-').map(Number) as [year: number, month: number, date: number]
