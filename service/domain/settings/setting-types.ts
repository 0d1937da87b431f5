import { z } from 'zod'
import type { Setting } from './setting.ts'

/** The types of settings. */

export type Flag = 0 | 1

const Flag = z.union([z.boolean(), z.literal([0, 1])])
const toFlag = (given: unknown): Flag => (given === true || given === 1 ? 1 : 0)

/** On or off; returned as 1 or 0. */
export const flag = (defaultValue: Flag, summary: string): Setting<Flag> => ({
  summary,
  defaultValue,
  inputSchema: z.union([...Flag.options, z.null()]),
  storedSchema: z.literal([0, 1]),
  toStored: toFlag,
})

export function integer(minimum: number, maximum: number, defaultValue: number, summary: string): Setting<number> {
  // Aborting makes the message name the whole range.
  const range = z.int().min(minimum, { abort: true }).max(maximum, { abort: true })
  return plain(range, defaultValue, summary)
}

export const oneOf = <const Value extends string | number>(
  values: readonly Value[],
  defaultValue: Value,
  summary: string,
): Setting<Value> => plain(z.literal(values), defaultValue, summary)

/** One line of text. */
export const singleLine = (maxLength: number, defaultValue: string, summary: string): Setting<string> =>
  plain(z.string().max(maxLength, { abort: true }).refine(isOneLine, 'must be one line of text'), defaultValue, summary)

const isOneLine = (text: string) => !/\p{Cc}/u.test(text)

/** A text that `accepts` returns true for. */
export const validText = (
  accepts: (text: string) => boolean,
  refusal: string,
  defaultValue: string,
  summary: string,
): Setting<string, string> => plain(z.string().max(100).refine(accepts, refusal), defaultValue, summary)

/** Stored with two digits per part: `08:05`. */
export const timeOfDay = (defaultValue: string, summary: string): Setting<string, string> => {
  const time = validText(
    (text) => text === '' || /^([01]?\d|2[0-3]):[0-5]\d$/.test(text),
    'must be a time of day from 00:00 to 23:59, or empty',
    defaultValue,
    summary,
  )
  return { ...time, toStored: (given) => (given === '' ? '' : given.padStart(5, '0')) }
}

/** Flags by name. Those that are not sent do not change. */
export function flags(names: readonly string[], summary: string): Setting<Record<string, Flag>> {
  const each = <Schema extends z.ZodType>(schema: Schema) => Object.fromEntries(names.map((name) => [name, schema]))
  return mergedFlags(
    z.strictObject(each(Flag.optional())),
    z.object(each(z.literal([0, 1]).default(1))),
    Object.fromEntries(names.map((name) => [name, 1])),
    summary,
  )
}

/** Flags with names that the caller chooses. */
export function namedFlags(summary: string): Setting<Record<string, Flag>> {
  const name = z.string().regex(/^[\w-]{1,60}$/)
  return mergedFlags(z.record(name, Flag), z.record(z.string(), z.literal([0, 1])), {}, summary)
}

function mergedFlags(
  given: z.ZodType<Readonly<Record<string, unknown>>>,
  storedSchema: z.ZodType,
  defaultValue: Record<string, Flag>,
  summary: string,
): Setting<Record<string, Flag>, Readonly<Record<string, unknown>>> {
  return {
    summary,
    defaultValue,
    inputSchema: z.union([given, z.null()]),
    storedSchema,
    toStored(sent, before) {
      const entries = Object.entries(sent).filter(([, value]) => value !== undefined)
      return { ...before, ...Object.fromEntries(entries.map(([name, value]) => [name, toFlag(value)])) }
    },
  }
}

/** Stored as sent. */
export function plain<Value>(schema: z.ZodType<Value>, defaultValue: Value, summary: string): Setting<Value, Value> {
  return {
    summary,
    defaultValue,
    inputSchema: z.union([schema, z.null()]),
    storedSchema: schema,
    toStored: (given) => given,
  }
}
