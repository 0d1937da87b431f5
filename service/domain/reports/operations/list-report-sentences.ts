import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { type Language, languages } from '../../../operation/language.ts'
import { operation } from '../../../operation/operation.ts'
import { sectionNames } from '../branding.ts'
import { findOwnSentences } from '../own-sentence-store.ts'
import { defaultSentence, editableSentences, sentenceKeys } from '../own-sentences.ts'
import { findReportStyle } from '../report-style.ts'

export const ReportLanguage = z.enum(languages).default('en').describe('The language of the report.')

export const ReportSentences = z.object({
  language: z.enum(languages),
  items: z.array(
    z.object({
      key: z.enum(sentenceKeys),
      section: z.enum(sectionNames),
      default: z.string(),
      text: z.string().nullable().describe('The own sentence; null: the default.'),
      placeholders: z
        .array(z.object({ name: z.string(), sample: z.string() }))
        .describe('What is replaced, such as {count}, with an example.'),
    }),
  ),
})

export const listReportSentences = operation({
  name: 'list-report-sentences',
  summary:
    'List the sentences of reports that can be edited, in one language: the default, the own one and its placeholders.',
  effect: 'read',
  permission: 'settings.read',
  requires: 'reports',
  input: z.strictObject({ language: ReportLanguage }),
  output: ReportSentences,
}).does(async ({ language }, context) => describeSentences(context, language))

export async function describeSentences(
  context: Context,
  language: Language,
): Promise<z.input<typeof ReportSentences>> {
  const own = await findOwnSentences(context.db, language)
  const { texts, zone, formatDay } = await findReportStyle(context, { printed: false, reader: language })
  const today = formatDay(context.clock.now())
  const samples: Readonly<Record<string, string>> = {
    ...{ count: texts.number(3), checked: texts.number(3), total: texts.number(7), zone },
    ...{ time: texts.minutes(25), day: today, last: today, as_of: texts.asOf(today) },
  }
  return {
    language,
    items: sentenceKeys.map((key) => ({
      key,
      section: editableSentences[key].section,
      default: defaultSentence(key, language),
      text: own[key] ?? null,
      placeholders: editableSentences[key].names.map((name) => ({ name, sample: samples[name] ?? '' })),
    })),
  }
}
