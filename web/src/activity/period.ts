/** Periods up to now, in days; the URL contains the number. */
export const periods: readonly { value: string; label: string }[] = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

const dayMs = 86_400_000

/** Start of the period, rounded to the minute so that repeated queries share a cache entry. */
export function sinceOf(days: string | undefined): { since?: string } {
  const count = Number(days)
  if (!count) return {}
  const begin = new Date(Date.now() - count * dayMs)
  begin.setSeconds(0, 0)
  return { since: begin.toISOString() }
}
