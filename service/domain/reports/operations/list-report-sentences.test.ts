import { expect, it } from 'vitest'
import { languages } from '../../../operation/language.ts'
import { defaultSentence, editableSentences, sentenceKeys, withOwnSentences } from '../own-sentences.ts'
import { reportTextsIn } from '../page/report-texts.ts'

it.each(languages)('the defaults in %s have only placeholders that are filled', (language) => {
  const texts = reportTextsIn(language)
  for (const key of sentenceKeys) {
    const text = defaultSentence(key, language)
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(editableSentences[key].names, key).toEqual(expect.arrayContaining(names))
    expect(withOwnSentences(texts, { [key]: 'own' }), key).not.toEqual(texts)
  }
})

it('replaces a sentence for one and for several apart', () => {
  const texts = withOwnSentences(reportTextsIn('en'), { backups_many: '{count} copies, the last on {last}' })
  expect(texts.backupsMade(1_200, 'Monday')).toBe('1,200 copies, the last on Monday')
  expect(texts.backupsMade(1, 'Monday')).toContain('1 backup of this website was made')
})
