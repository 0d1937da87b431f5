import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { findOwnSentences, updateOwnSentences } from '../own-sentence-store.ts'
import { checkPlaceholders, defaultSentence, SentenceText, sentenceKeys } from '../own-sentences.ts'
import { describeSentences, ReportLanguage, ReportSentences } from './list-report-sentences.ts'

const Changes = z
  .strictObject(Object.fromEntries(sentenceKeys.map((key) => [key, SentenceText.nullable().optional()])))
  .describe('Own sentences by key; null: back to the default. Sentences that are not sent do not change.')

export const updateReportSentences = operation({
  name: 'update-report-sentences',
  summary: 'Change single sentences of reports in one language, or set them back to the default.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  requires: 'reports',
  input: z.strictObject({ language: ReportLanguage, sentences: Changes }),
  output: ReportSentences,
  subject: ({ language, sentences }) => JSON.stringify({ language, sentences: Object.keys(sentences) }),
})
  .plans(async ({ language, sentences }, { db }) => {
    checkPlaceholders(sentences, language)
    const own = await findOwnSentences(db, language)
    const changed = sentenceKeys.filter((key) => sentences[key] !== undefined && (own[key] ?? null) !== sentences[key])
    const now = (key: (typeof sentenceKeys)[number]) => own[key] ?? defaultSentence(key, language)
    return {
      would_affect: changed.map((key) => ({
        key,
        from: now(key),
        to: sentences[key] ?? defaultSentence(key, language),
      })),
    }
  })
  .does(async ({ language, sentences }, context) => {
    checkPlaceholders(sentences, language)
    const { db, clock } = context
    await db.transaction().execute((trx) => updateOwnSentences(trx, language, sentences, clock.now()))
    return describeSentences(context, language)
  })
