/** Days as the service writes them: YYYY-MM-DD, reckoned in UTC whatever the viewer's zone. */

const dayMs = 86_400_000
const read = (day: string) => new Date(`${day}T00:00:00Z`)
const write = (date: Date) => date.toISOString().slice(0, 10)

const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const wholeMonth = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const today = (): string => write(new Date())
export const addDays = (day: string, days: number): string => write(new Date(read(day).getTime() + days * dayMs))

/** The first day of the month that lies so many months away. */
export function monthStart(day: string, months = 0): string {
  const date = read(day)
  return write(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)))
}
export const monthEnd = (day: string, months = 0): string => addDays(monthStart(day, months + 1), -1)

/** "Nov 15, 2026" */
export const dayText = (day: string): string => shortDay.format(read(day))
/** "November 2026" */
export const monthText = (day: string): string => wholeMonth.format(read(day))
/** The number within its month. */
export const dayOfMonth = (day: string): number => read(day).getUTCDate()
