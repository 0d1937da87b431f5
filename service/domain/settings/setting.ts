import type { z } from 'zod'

/** `Given` is what callers send, except null. */
export interface Setting<Value = unknown, Given = unknown> {
  /** Shown in OpenAPI with the default; also states when the setting has no effect. */
  summary: string
  defaultValue: Value
  /** For values that callers send; null resets to the default. */
  inputSchema: z.ZodType<Given | null>
  /** For stored and returned values. */
  storedSchema: z.ZodType
  /** Converts a sent value to the stored form. */
  toStored(given: Given, before: Value): Value
}

// biome-ignore lint/suspicious/noExplicitAny: a group holds settings of every type
export type AnySettings = Record<string, Setting<any, any>>

/** Settings that are read and changed together. */
export interface SettingsGroup<Settings extends AnySettings = AnySettings> {
  /** As in the route: `/settings/<name>`. */
  name: string
  /** Used in messages: `Advanced settings`. */
  title: string
  settings: Settings
  /** Other spellings: spelling → key. */
  aliases?: Record<string, string>
  /** Adds values that follow from the sent ones. */
  derive?(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Problems of combinations of values, by key. */
  check?(values: ValuesOf<Settings>): Record<string, string>
}

export type ValuesOf<Settings extends AnySettings> = {
  readonly [Key in keyof Settings]: Settings[Key] extends Setting<infer Value> ? Value : never
}

export const group = <const Settings extends AnySettings>(
  described: SettingsGroup<Settings>,
): SettingsGroup<Settings> => described

/** The description in OpenAPI. */
export function describeSetting({ summary, defaultValue }: Setting): string {
  return `${summary} Default: ${defaultValue === '' ? 'none' : JSON.stringify(defaultValue)}.`
}

/** Marks a setting that is stored for clients and has no effect in Flotilla. */
export function withoutEffect<Value>(setting: Setting<Value>, because = ''): Setting<Value> {
  return { ...setting, summary: `${setting.summary} Stored without effect${because && `: ${because}`}.` }
}

/** Stored values that are still valid, else the default. */
export function valuesFrom<Settings extends AnySettings>(
  { settings }: SettingsGroup<Settings>,
  stored: Readonly<Record<string, unknown>>,
): ValuesOf<Settings> {
  const entries = Object.entries(settings).map(([key, { storedSchema, defaultValue }]) => {
    // A value stored by an older version may be invalid now.
    const parsed = Object.hasOwn(stored, key) ? storedSchema.safeParse(stored[key]) : undefined
    return [key, parsed?.success ? parsed.data : defaultValue]
  })
  // One entry per setting: valid for its schema, or its default.
  return Object.freeze(Object.fromEntries(entries)) as ValuesOf<Settings>
}
