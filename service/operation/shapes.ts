import { z } from 'zod'

/** The words the specification repeats. */
export const page = z.int().min(1).max(1_000_000).default(1)
export const perPage = (byDefault = 20, maximum = 100) => z.int().min(1).max(maximum).default(byDefault)
export const search = z.string().max(200).default('')

/** A required list needs at least one element; an empty optional one means what the operation says. */
export const idList = z.array(z.int().min(1)).max(10_000).default([])

/** ISO 8601 in UTC with Z, as every time we give out. */
export const timestamp = z.string()

export const paged = <T extends z.ZodType>(row: T) =>
  z.object({ items: z.array(row), page: z.int(), per_page: z.int(), total: z.int() })

export const isoTime = (date: Date | null): string | null =>
  date === null ? null : `${date.toISOString().slice(0, 19)}Z`
