import { z } from 'zod'
import type { Setting } from './setting.ts'

/** The kinds of values that settings have. */

export type Flag = 0 | 1

const Flag = z.union([z.boolean(), z.literal([0, 1])])
const toFlag = (given: unknown): Flag => (given === true || given === 1 ? 1 : 0)

/** On or off; shown as 1 or 0. */
export const flag = (byDefault: Flag, summary: string): Setting<Flag> => ({
  summary,
  byDefault,
  takes: z.union([...Flag.options, z.null()]),
  holds: z.literal([0, 1]),
  keeps: toFlag,
})

export function whole(minimum: number, maximum: number, byDefault: number, summary: string): Setting<number> {
  // Aborting makes the refusal say the whole range and not only the end that was missed.
  const range = z.int().min(minimum, { abort: true }).max(maximum, { abort: true })
  return plain(range, byDefault, summary)
}

export const oneOf = <const Word extends string | number>(
  words: readonly Word[],
  byDefault: Word,
  summary: string,
): Setting<Word> => plain(z.literal(words), byDefault, summary)

/** One line of text. */
export const line = (longest: number, byDefault: string, summary: string): Setting<string> =>
  plain(z.string().max(longest, { abort: true }).refine(isOneLine, 'must be one line of text'), byDefault, summary)

const isOneLine = (text: string) => !/\p{Cc}/u.test(text)

/** A text that a rule accepts. */
export const textThat = (
  accepts: (text: string) => boolean,
  refusal: string,
  byDefault: string,
  summary: string,
): Setting<string> => plain(z.string().max(100).refine(accepts, refusal), byDefault, summary)

/** `8:05` and `08:05` are the same minute. */
export const timeOfDay = (byDefault: string, summary: string): Setting<string> => {
  const time = textThat(
    (text) => text === '' || /^([01]?\d|2[0-3]):[0-5]\d$/.test(text),
    'must be a time of day from 00:00 to 23:59, or empty',
    byDefault,
    summary,
  )
  return { ...time, keeps: (given) => (given === '' ? '' : (given as string).padStart(5, '0')) }
}

/** Switches by name. Those that are not sent stay as they are. */
export function flags(names: readonly string[], summary: string): Setting<Record<string, Flag>> {
  const each = <Schema extends z.ZodType>(schema: Schema) => Object.fromEntries(names.map((name) => [name, schema]))
  return mergedFlags(
    z.strictObject(each(Flag.optional())),
    z.object(each(z.literal([0, 1]).default(1))),
    Object.fromEntries(names.map((name) => [name, 1])),
    summary,
  )
}

/** Switches whose names are the caller's affair. */
export function namedFlags(summary: string): Setting<Record<string, Flag>> {
  const name = z.string().regex(/^[\w-]{1,60}$/)
  return mergedFlags(z.record(name, Flag), z.record(z.string(), z.literal([0, 1])), {}, summary)
}

function mergedFlags(
  given: z.ZodType,
  holds: z.ZodType,
  byDefault: Record<string, Flag>,
  summary: string,
): Setting<Record<string, Flag>> {
  return {
    summary,
    byDefault,
    takes: z.union([given, z.null()]),
    holds,
    keeps(sent, before) {
      const entries = Object.entries(sent as object).filter(([, value]) => value !== undefined)
      return { ...before, ...Object.fromEntries(entries.map(([name, value]) => [name, toFlag(value)])) }
    },
  }
}

/** What is sent is what is stored. */
export function plain<Value>(schema: z.ZodType<Value>, byDefault: Value, summary: string): Setting<Value> {
  return {
    summary,
    byDefault,
    takes: z.union([schema, z.null()]),
    holds: schema,
    keeps: (given) => given as Value,
  }
}
