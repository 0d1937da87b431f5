import { z } from 'zod'
import { typedKeys } from '../../platform/typed-keys.ts'
import { timerModes } from './task.ts'

export const currencyPositions = ['left', 'right', 'left_space', 'right_space'] as const
export const roundingDirections = ['nearest', 'up', 'down'] as const

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** How time is rounded and money formatted. */
export const TimeSettings = z.object({
  default_timer_mode: z.enum(timerModes),
  currency: z.string().describe('Three letters, such as EUR.'),
  currency_position: z.enum(currencyPositions),
  thousand_separator: z.string(),
  decimal_separator: z.string(),
  decimals: z.int(),
  rounding: z.boolean(),
  rounding_direction: z.enum(roundingDirections),
  rounding_minutes: z.int().describe('Durations are rounded to multiples of this.'),
})
export type TimeSettings = z.output<typeof TimeSettings>

/** Null: the global value, or the default. */
export type StoredSettings = { [key in keyof TimeSettings]: TimeSettings[key] | null }

export const defaults: TimeSettings = {
  default_timer_mode: 'count_up',
  currency: 'USD',
  currency_position: 'left',
  thousand_separator: ',',
  decimal_separator: '.',
  decimals: 2,
  rounding: false,
  rounding_direction: 'nearest',
  rounding_minutes: 15,
}

const settable = <T extends z.ZodType>(type: T) => type.nullable().optional()
const separator = z
  .string()
  .max(1)
  .refine((text) => !/[\d\p{Cc}]/u.test(text), 'must be one character and no digit')

/** Omitted fields stay; null selects the global value (for global settings, the default). */
export const settingsInput = {
  default_timer_mode: settable(z.enum(timerModes)),
  currency: settable(
    z.string().refine((text) => currencies.has(text), 'must be the three capital letters of a currency, such as EUR'),
  ),
  currency_position: settable(z.enum(currencyPositions)),
  thousand_separator: settable(separator.describe('"" for none.')),
  decimal_separator: settable(separator.min(1)),
  decimals: settable(z.int().min(0).max(4)),
  rounding: settable(z.boolean()),
  rounding_direction: settable(z.enum(roundingDirections)),
  rounding_minutes: settable(z.int().min(1).max(480)),
}
export type TimeSettingsInput = { [key in keyof TimeSettings]?: TimeSettings[key] | null | undefined }

/** Equal separators would make a price ambiguous. */
export function contradiction({ thousand_separator, decimal_separator }: TimeSettings): Record<string, string> | null {
  return thousand_separator === decimal_separator
    ? { thousand_separator: `must differ from decimal_separator, which is "${decimal_separator}"` }
    : null
}

export function combine(...layers: (Partial<StoredSettings> | undefined)[]): TimeSettings {
  const combined: Record<string, unknown> = { ...defaults }
  for (const layer of layers) {
    for (const key of typedKeys(defaults)) {
      const value = layer?.[key]
      if (value !== null && value !== undefined) combined[key] = value
    }
  }
  // The values of every layer have the types of the settings.
  return combined as TimeSettings
}
