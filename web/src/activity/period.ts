import { activityTexts } from './activity-texts.ts'

/** Periods up to now, in days; the URL contains the number. */
export const periods: readonly { value: string; label: string }[] = [
  { value: '', label: activityTexts.anyTime },
  { value: '1', label: activityTexts.last24Hours },
  { value: '7', label: activityTexts.last7Days },
  { value: '30', label: activityTexts.last30Days },
  { value: '90', label: activityTexts.last90Days },
]

const dayMs = 86_400_000

/** Start of the period, rounded to the minute so that repeated queries share a cache entry. */
export function sinceOf(days: string | undefined): { since?: string } {
  // An address can have any text.
  if (!days || !periods.some(({ value }) => value === days)) return {}
  const begin = new Date(Date.now() - Number(days) * dayMs)
  begin.setSeconds(0, 0)
  return { since: begin.toISOString() }
}
