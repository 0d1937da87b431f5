import type { GetICUArgs } from '@schummar/icu-type-parser'
import compile from 'icu-minify/compile'
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import { language } from './language.ts'

type Arguments<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>
type Tags<Message extends string> = Message extends `${string}</${infer Tag}>${infer Rest}` ? Tag | Tags<Rest> : never
type Values<Message extends string> = Arguments<Message> & {
  [Tag in Tags<Message>]: (content: ReactNode) => ReactNode
}

/** A text without arguments is a string; one with tags becomes elements. */
type Text<Message extends string> = keyof Values<Message> extends never
  ? string
  : (values: Values<Message>) => [Tags<Message>] extends [never] ? string : ReactNode

/** The texts of a part of the dashboard, in ICU syntax: `{ sites: '{count, plural, one {# site} other {# sites}}' }`. */
export const defineTexts = <const Messages extends Record<string, string>>(messages: Messages) =>
  // The types describe what textOf returns. The build replaces this call (web/compile-texts.ts); tests compile here.
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, textOf(compile(message))])) as {
    readonly [Key in keyof Messages]: Text<Messages[Key]>
  }

/** `export default { … } satisfies Translation<typeof jobTexts>` in `job-texts.de.ts`. The architecture rules refuse missing ones. */
export type Translation<Texts> = Partial<Record<keyof Texts, string>>

export const textOf = (compiled: CompiledMessage) =>
  typeof compiled === 'string'
    ? compiled
    : (values: FormatValues<ReactNode>) => asNode(format(compiled, language, values, options))

const asNode = (parts: ReactNode | ReactNode[]): ReactNode =>
  Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts

const numbers = new Intl.NumberFormat(language)
const plurals = new Intl.PluralRules(language)

/** Nearly all numbers and plurals have no options: tables would create hundreds of formatters. */
const options: FormatOptions = {
  formatters: {
    getNumberFormat: (locale, style) => (style ? new Intl.NumberFormat(locale, style) : numbers),
    getPluralRules: (locale, style) => (style?.type === 'ordinal' ? new Intl.PluralRules(locale, style) : plurals),
    getDateTimeFormat: (locale, style) => new Intl.DateTimeFormat(locale, style),
  },
}
