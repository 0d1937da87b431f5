import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import type { Language } from '../../operation/language.ts'
import { typedKeys } from '../../platform/typed-keys.ts'
import type { SectionName } from './branding.ts'
import { type ReportTexts, reportTextsIn } from './page/report-texts.ts'

type Say = (values?: Readonly<Record<string, string>>) => string

/** A sentence of reports that the agency can write itself. */
interface EditableSentence {
  section: SectionName
  /** Placeholders that it may have. */
  names: readonly string[]
  /** The sentence with its placeholders. */
  read(texts: ReportTexts): string
  /** The texts in which the own sentence replaces it. */
  write(texts: ReportTexts, say: Say): Partial<ReportTexts>
}

const plain = (
  section: SectionName,
  key: 'noFigures' | 'noUpdates' | 'weaknessesUnknown' | 'withoutEncryption' | 'notTrusted' | 'nothingToReport',
): EditableSentence => ({
  section,
  names: [],
  read: (texts) => texts[key],
  write: (_texts, say) => ({ [key]: say() }),
})

const ofCause = (key: keyof ReportTexts['causes']): EditableSentence => ({
  section: 'uptime',
  names: [],
  read: (texts) => texts.causes[key],
  write: (texts, say) => ({ causes: { ...texts.causes, [key]: say() } }),
})

/** For one and for several: languages have other words for both. */
function counted(
  section: SectionName,
  key: 'leftOut' | 'backupsMade' | 'weaknesses' | 'closedCount',
  name?: 'last' | 'as_of',
): Record<'one' | 'many', EditableSentence> {
  const names = ['count', ...(name ? [name] : [])]
  const sample = name ? `{${name}}` : ''
  const variant = (isOne: boolean): EditableSentence => ({
    section,
    names,
    read: (texts) => (isOne ? texts[key](1, sample) : texts[key](2, sample).replace('2', '{count}')),
    write: (texts, say) => ({
      [key]: (count: number, value: string) =>
        (count === 1) === isOne
          ? say({ count: texts.number(count), ...(name && { [name]: value }) })
          : texts[key](count, value),
    }),
  })
  return { one: variant(true), many: variant(false) }
}

const leftOut = counted('overview', 'leftOut')
const backups = counted('backups', 'backupsMade', 'last')
const weaknesses = counted('security', 'weaknesses', 'as_of')
const closed = counted('security', 'closedCount')

export const editableSentences = {
  no_figures: plain('overview', 'noFigures'),
  left_out_one: leftOut.one,
  left_out_many: leftOut.many,
  maintenance: {
    section: 'uptime',
    names: ['time'],
    read: (texts) => texts.maintenance('{time}'),
    write: (_texts, say) => ({ maintenance: (time) => say({ time }) }),
  },
  cause_status: ofCause('status'),
  cause_keyword: ofCause('keyword'),
  cause_timeout: ofCause('timeout'),
  cause_tls: ofCause('tls'),
  cause_other: ofCause('other'),
  no_updates: plain('updates', 'noUpdates'),
  updates_checked_all: {
    section: 'updates',
    names: ['total'],
    read: (texts) => texts.updatesChecked(2, 2),
    write: (texts, say) => ({
      updatesChecked: (checked, total) =>
        checked === total && total > 1 ? say({ total: texts.number(total) }) : texts.updatesChecked(checked, total),
    }),
  },
  updates_checked_some: {
    section: 'updates',
    names: ['checked', 'total'],
    read: (texts) => texts.updatesChecked(3, 7).replace('3', '{checked}').replace('7', '{total}'),
    write: (texts, say) => ({
      updatesChecked: (checked, total) =>
        checked < total
          ? say({ checked: texts.number(checked), total: texts.number(total) })
          : texts.updatesChecked(checked, total),
    }),
  },
  weaknesses_unknown: plain('security', 'weaknessesUnknown'),
  no_weakness: {
    section: 'security',
    names: ['as_of'],
    read: (texts) => texts.noWeakness('{as_of}'),
    write: (_texts, say) => ({ noWeakness: (asOf) => say({ as_of: asOf }) }),
  },
  weaknesses_one: weaknesses.one,
  weaknesses_many: weaknesses.many,
  not_included: {
    section: 'security',
    names: ['day'],
    read: (texts) => texts.notIncluded('{day}'),
    write: (_texts, say) => ({ notIncluded: (day) => say({ day }) }),
  },
  closed_one: closed.one,
  closed_many: closed.many,
  without_encryption: plain('security', 'withoutEncryption'),
  not_trusted: plain('security', 'notTrusted'),
  backups_one: backups.one,
  backups_many: backups.many,
  nothing_to_report: plain('overview', 'nothingToReport'),
} satisfies Record<string, EditableSentence>

export type SentenceKey = keyof typeof editableSentences
export const sentenceKeys = typedKeys(editableSentences)
export type OwnSentences = Partial<Record<SentenceKey, string>>

const placeholder = /\{(\w+)\}/g
const namesIn = (text: string) => [...text.matchAll(placeholder)].map(([, name]) => name ?? '')

export const SentenceText = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')

export const defaultSentence = (key: SentenceKey, language: Language): string =>
  editableSentences[key].read(reportTextsIn(language))

/** A figure must not get lost, and a placeholder that does not exist would be printed. */
export function checkPlaceholders(sentences: Readonly<Record<string, string | null | undefined>>, language: Language) {
  const problems = sentenceKeys.flatMap((key) => {
    const text = sentences[key]
    if (text == null) return []
    const unknown = namesIn(text).find((name) => !editableSentences[key].names.some((known) => known === name))
    const missing = namesIn(defaultSentence(key, language)).find((name) => !namesIn(text).includes(name))
    if (unknown !== undefined) return [[`sentences.${key}`, `has the unknown placeholder {${unknown}}`]]
    return missing === undefined ? [] : [[`sentences.${key}`, `must contain {${missing}}`]]
  })
  if (problems.length > 0) throw invalidInput(Object.fromEntries(problems))
}

/** The texts of a language with the sentences of the agency. */
export function withOwnSentences(texts: ReportTexts, own: OwnSentences): ReportTexts {
  let written = texts
  for (const key of sentenceKeys) {
    const text = own[key]
    if (text === undefined) continue
    const say: Say = (values = {}) => text.replaceAll(placeholder, (all, name: string) => values[name] ?? all)
    written = { ...written, ...editableSentences[key].write(written, say) }
  }
  return written
}
