import type { z } from 'zod'

/** One thing that can be set. */
export interface Setting<Value = unknown> {
  /** What it does; says so when it does nothing. Shown by OpenAPI beside the default. */
  summary: string
  byDefault: Value
  /** What a caller may send; null puts the default back. */
  takes: z.ZodType
  /** What is stored and shown. */
  holds: z.ZodType
  /** What was sent, in the one form in which it is stored. */
  keeps(given: unknown, before: Value): Value
}

// biome-ignore lint/suspicious/noExplicitAny: a group holds settings of every type
export type AnySettings = Record<string, Setting<any>>

/** Settings that are read and written together. */
export interface Group<Settings extends AnySettings = AnySettings> {
  /** As in the address: `/settings/<name>`. */
  name: string
  /** Begins the sentences about it: `Advanced settings`. */
  title: string
  settings: Settings
  /** Other spellings: spelling → key. */
  aliases?: Record<string, string>
  /** What is wrong with values that are right one by one, by key. */
  check?(values: ValuesOf<Settings>): Record<string, string>
}

export type ValuesOf<Settings extends AnySettings> = {
  readonly [Key in keyof Settings]: Settings[Key] extends Setting<infer Value> ? Value : never
}

export const group = <const Settings extends AnySettings>(described: Group<Settings>): Group<Settings> => described

/** What a person reads about a setting. */
export function describeSetting({ summary, byDefault }: Setting): string {
  return `${summary} Default: ${byDefault === '' ? 'none' : JSON.stringify(byDefault)}.`
}

/** Marks what is kept for clients that set it and changes nothing here. */
export function withoutEffect<Value>(setting: Setting<Value>, because = ''): Setting<Value> {
  return { ...setting, summary: `${setting.summary} Stored without effect${because && `: ${because}`}.` }
}

/** The values of a group: what is stored where it still fits, else the default. */
export function valuesFrom<Settings extends AnySettings>(
  { settings }: Group<Settings>,
  stored: Readonly<Record<string, unknown>>,
): ValuesOf<Settings> {
  const entries = Object.entries(settings).map(([key, { holds, byDefault }]) => {
    // A value that an older version stored may be none any more.
    const kept = Object.hasOwn(stored, key) ? holds.safeParse(stored[key]) : undefined
    return [key, kept?.success ? kept.data : byDefault]
  })
  return Object.freeze(Object.fromEntries(entries)) as ValuesOf<Settings>
}
