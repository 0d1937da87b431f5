import type { Updateable } from 'kysely'
import { z } from 'zod'
import { typedEntries } from '../../platform/typed-keys.ts'
import type { DomainTable } from './domain-table.ts'

/** Manual data for domains without registry data: omitted fields stay, null and "" clear. */

const isDay = (text: string) => {
  const time = /^(19[89]\d|2[0-2]\d\d)-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse may read 31 February as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
const day = z
  .string()
  .refine((text) => text === '' || isDay(text), 'must be a date (YYYY-MM-DD) from 1980 to 2299, or empty')
  .nullable()
  .optional()
  .describe('YYYY-MM-DD; null or "" clears it.')

export const manualFields = {
  expiry_date: day,
  creation_date: day,
  registrar: z
    .string()
    .max(200)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')
    .nullable()
    .optional(),
}

const columnOf = {
  expiry_date: 'manual_expires_on',
  creation_date: 'manual_registered_on',
  registrar: 'manual_registrar',
} as const

export function toManualColumns(
  given: {
    [field in keyof typeof columnOf]?: string | null | undefined
  },
): Pick<Updateable<DomainTable>, (typeof columnOf)[keyof typeof columnOf]> {
  const columns: Record<string, string | null> = {}
  for (const [field, column] of typedEntries(columnOf)) {
    const value = given[field]
    if (value !== undefined) columns[column] = value?.trim() || null
  }
  return columns
}
