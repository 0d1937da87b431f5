import { z } from 'zod'

/** Fields that tasks and buckets have in common when they are written: what is left out stays, null and "" clear. */

export const clearable = <T extends z.ZodType>(type: T) => type.nullable().optional()

export const Title = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.trim() !== '' && !/\p{Cc}/u.test(text), 'must be one line of text and not empty')

export const Description = clearable(z.string().max(20_000))

/** Not an enum, because "" is accepted too; people and programs are shown what it means to choose from. */
export const oneOf = (values: readonly string[], otherwise: string) =>
  clearable(
    z
      .string()
      .refine((text) => text === '' || values.includes(text), `must be one of: ${values.join(', ')}`)
      .meta({ enum: [...values], description: `null or "" means ${otherwise}.` }),
  )

export function isDay(text: string): boolean {
  const time = /^(19[7-9]\d|2\d{3})-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // 31 February is no date, although some would read it as one in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
export const dayText = z
  .string()
  .refine((text) => text === '' || isDay(text), 'must be a date (YYYY-MM-DD) from 1970 to 2999, or empty')

// The numbers stand a level deeper, where texts are not turned into them: a price with many digits must stay exact.
export const Price = clearable(
  z
    .union([z.union([z.int(), z.number()]), z.string().max(40)])
    .refine(
      (given) => given === '' || priceText(given) !== null,
      'must be a price such as 25.5: 0 or more, with at most 12 digits before the point and 8 behind it',
    ),
).describe('0 or more, as a number or as text, with at most 8 decimals; null or "" takes it away.')

/** As PostgreSQL reads it; null for what is no price. */
export function priceText(given: string | number): string | null {
  const text = typeof given === 'number' ? plainText(given) : given.trim()
  return /^\d{1,12}(\.\d{1,8})?$/.test(text) ? text : null
}

/** Without the exponent with which JavaScript writes the very small; a number that has more decimals stays as it is. */
function plainText(given: number): string {
  const fixed = given.toFixed(8)
  return Number(fixed) === given ? fixed : String(given)
}
