import { language } from '../texts/language.ts'

// The first of November 2026 is a Sunday.
const nameOfWeekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })

/** 0 is Sunday. */
export const weekdayOptions: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 7 }, (_, day) => [day, nameOfWeekday.format(Date.UTC(2026, 10, 1 + day))]),
)
