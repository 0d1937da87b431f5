import type { Language } from '../language.ts'
import composed from './composed.de.json' with { type: 'json' }
import german from './de.json' with { type: 'json' }
import labels from './labels.de.json' with { type: 'json' }
import { createTranslator } from './translate-sentences.ts'

const toGerman = createTranslator({ ...german, ...composed })

/** A recorded English sentence of the service in the language of its reader. */
export const translateSentence = (text: string, language: Language = 'en'): string =>
  language === 'de' ? toGerman(text) : text

/** The label of an operation or a kind of job; undefined if there is none in this language. */
export const labelIn = (language: Language, name: string): string | undefined =>
  language === 'de' && Object.hasOwn(labels, name) ? (labels as Readonly<Record<string, string>>)[name] : undefined
