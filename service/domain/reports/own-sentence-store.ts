import type { Language } from '../../operation/language.ts'
import type { Db } from '../../platform/database/database.ts'
import { updateBranding } from './branding-store.ts'
import { type OwnSentences, SentenceText, sentenceKeys } from './own-sentences.ts'

const keyOf = (language: Language, key: string) => `sentences.${language}.${key}`

/** Stored sentences that are still valid. */
export async function findOwnSentences(db: Db, language: Language): Promise<OwnSentences> {
  const keys = sentenceKeys.map((key) => keyOf(language, key))
  const rows = await db.selectFrom('report_settings').select(['key', 'value']).where('key', 'in', keys).execute()
  const stored = new Map(rows.map(({ key, value }) => [key, SentenceText.safeParse(value).data]))
  return Object.fromEntries(
    sentenceKeys.flatMap((key) => {
      const text = stored.get(keyOf(language, key))
      return text === undefined ? [] : [[key, text]]
    }),
  )
}

/** Null: back to the default; undefined changes nothing. */
export const updateOwnSentences = (
  trx: Db,
  language: Language,
  changes: Readonly<Record<string, string | null | undefined>>,
  now: Date,
): Promise<void> =>
  updateBranding(trx, Object.fromEntries(sentenceKeys.map((key) => [keyOf(language, key), changes[key]])), now)
