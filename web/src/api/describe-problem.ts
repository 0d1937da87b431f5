import { language } from '../texts/language.ts'
import { sentence } from '../texts/sentence.ts'
import { toNamedError } from './field-error.ts'
import { problemTexts } from './problem-texts.ts'
import { reasonTexts } from './reason-texts.ts'

type Text = string | ((facts: Readonly<Record<string, unknown>>) => string)
// Codes come from the service, which may be newer than the page.
const texts = problemTexts as unknown as Readonly<Record<string, Text | undefined>>

/** Names an address, a field or a setting of the API. */
const isForPrograms = (message: string) =>
  /\b(?:GET|POST|PUT|PATCH|DELETE) \/|: true\b|\bsvc_|\b(?:dry_run|admin_password|task_status|icon_url)\b/.test(message)

/**
 * The sentence about an error of the service in the language of the page. The English message of the service is more exact than
 * the text of its code, so English pages show it unless it is written for programs; so does every page for an unknown code.
 */
export function describeProblem({ code, message }: { code: string | null; message: string }): string {
  const text = code !== null && Object.hasOwn(texts, code) ? texts[code] : undefined
  if (text === undefined || (language === 'en' && !isForPrograms(message))) return sentence(message)
  if (typeof text === 'string') return text
  return language === 'en' ? message : text({ detail: sentence(message) })
}

/** The sentence of a code alone, where no message was recorded; of an unknown code its words. */
export function describeCode(code: string): string {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined
  if (text === undefined) return code.replace(/^svc_/, '').replaceAll('_', ' ')
  const whole = (typeof text === 'string' ? text : text({ detail: '' })).trim()
  return whole.endsWith(':') ? `${whole.slice(0, -1)}.` : whole
}

const patterns: [RegExp, (values: string[]) => string][] = [
  [/^is required\b/, () => reasonTexts.required],
  [/^must have at least (\d+) characters$/, ([count]) => reasonTexts.minCharacters({ count: Number(count) })],
  [/^must have at most (\d+) characters$/, ([count]) => reasonTexts.maxCharacters({ count: Number(count) })],
  [/^must have at least (\d+) elements$/, ([count]) => reasonTexts.minElements({ count: Number(count) })],
  [/^must have at most (\d+) elements$/, ([count]) => reasonTexts.maxElements({ count: Number(count) })],
  [/^must be a (?:whole )?number from (-?[\d.]+) to (-?[\d.]+)$/, ([min, max]) => rangeOf(min, max)],
  [/^must be a (?:whole )?number, (-?[\d.]+) or more$/, ([min]) => reasonTexts.min({ min: Number(min) })],
  [/^must be a (?:whole )?number, (-?[\d.]+) or less$/, ([max]) => reasonTexts.max({ max: Number(max) })],
  [/^must be a (?:whole )?number$/, () => reasonTexts.number],
  [/^must be an e-mail address$/, () => reasonTexts.email],
  [/^must be a URL$/, () => reasonTexts.url],
  [/^must be a date \(YYYY-MM-DD\)$/, () => reasonTexts.date],
  [/^must be a time in ISO 8601/, () => reasonTexts.time],
  [/^must be in the future\b/, () => reasonTexts.future],
  [/^must be different for every\b/, () => reasonTexts.unique],
  [/^must be one of: (.*)$/s, ([values = '']) => reasonTexts.oneOf({ values })],
  [/^is wrong$/, () => reasonTexts.wrong],
]

const rangeOf = (min = '', max = '') => reasonTexts.range({ min: Number(min), max: Number(max) })

/** What is wrong with a field; the English reason of the service if it is not one of the usual ones. */
export function describeReason(reason: string): string {
  for (const [pattern, write] of patterns) {
    const found = pattern.exec(reason)
    if (found) return write(found.slice(1))
  }
  return reason
}

/** One sentence for all refused fields, for places without these fields. */
export const describeReasons = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .map(([field, reason]) => toNamedError(field, reason))
    .join(' ')
