import { z } from 'zod'
import { type Day, isDay } from '../../platform/calendar.ts'

/** Input fields shared by tasks and buckets: omitted fields stay, null and "" clear. */

export const clearable = <T extends z.ZodType>(type: T) => type.nullable().optional()

export const Title = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.trim() !== '' && !/\p{Cc}/u.test(text), 'must be one line of text and not empty')

export const Description = clearable(z.string().max(20_000))

/** Not an enum, because "" is accepted too; the metadata lists the other values. */
export function clearableChoice<Value extends string>(values: readonly Value[], otherwise: string) {
  const text = z
    .string()
    .refine((text) => text === '' || values.some((value) => value === text), `must be one of: ${values.join(', ')}`)
    .meta({ enum: [...values], description: `null or "" means ${otherwise}.` })
  // The check above allows no other text; a refinement does not change the type.
  return clearable(text as z.ZodType<Value | ''>)
}

const dayOrEmpty = z
  .string()
  .refine((text) => text === '' || isDay(text), 'must be a date (YYYY-MM-DD) from 1970 to 2999, or empty')
// The check allows no other text; a refinement does not change the type.
export const dayText = dayOrEmpty as z.ZodType<Day | ''>

// Nested one level deeper, where texts are not converted to numbers: a price with many digits must stay exact.
export const Price = clearable(
  z
    .union([z.union([z.int(), z.number()]), z.string().max(40)])
    .refine(
      (given) => given === '' || priceText(given) !== null,
      'must be a price such as 25.5: 0 or more, with at most 12 digits before the decimal point and 8 after it',
    ),
).describe('0 or more, as a number or as text, with at most 8 decimals; null or "" clears it.')

/** In PostgreSQL notation; null when it is not a price. */
export function priceText(given: string | number): string | null {
  const text = typeof given === 'number' ? plainText(given) : given.trim()
  return /^\d{1,12}(\.\d{1,8})?$/.test(text) ? text : null
}

/** Avoids the exponent of very small JavaScript numbers; a number with more decimals stays unchanged. */
function plainText(given: number): string {
  const fixed = given.toFixed(8)
  return Number(fixed) === given ? fixed : String(given)
}
