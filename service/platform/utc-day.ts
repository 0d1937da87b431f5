/** YYYY-MM-DD in UTC. */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10)

/** Whether the text is an existing day as YYYY-MM-DD. Years outside 1970 to 2999 are typing errors. */
export function isUtcDay(text: string): boolean {
  if (!/^(19[7-9]\d|2\d{3})-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  // Date.parse may read 31 February as a day in March.
  return !Number.isNaN(time) && utcDay(new Date(time)) === text
}

export function dayParts(day: string): { year: number; month: number; date: number } {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) }
}
