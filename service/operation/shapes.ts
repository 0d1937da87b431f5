import { z } from 'zod'
import type { Day } from '../platform/calendar.ts'

/** Schemas that many operations use. */
export const page = z.int().min(1).max(1_000_000).default(1)
export const perPage = (byDefault = 20, maximum = 100) => z.int().min(1).max(maximum).default(byDefault)
export const search = z.string().max(200).default('')

/** Operations with a required list add a minimum; an empty optional list has the meaning that the operation defines. */
export const idList = z.array(z.int().min(1)).max(10_000).default([])

/** ISO 8601 in UTC with Z, as all times in answers; isoTime makes it. */
export type Timestamp = `${Day}T${string}Z`
// The type is narrower than the schema: an answer takes only what isoTime returns, not the text of a Date.
export const timestamp = z.string() as z.ZodType<Timestamp, Timestamp>

export const paged = <T extends z.ZodType>(row: T) =>
  z.object({ items: z.array(row), page: z.int(), per_page: z.int(), total: z.int() })

/** Whether the input has no field; undefined fields do not count. */
export const isEmptyInput = (input: object): boolean => Object.values(input).every((value) => value === undefined)

export function isoTime(date: Date): Timestamp
export function isoTime(date: Date | null): Timestamp | null
export function isoTime(date: Date | null): Timestamp | null {
  // The ISO text without milliseconds.
  return date === null ? null : (`${date.toISOString().slice(0, 19)}Z` as Timestamp)
}
