import type { Language } from '../language.ts'
import composed from './composed.de.json' with { type: 'json' }
import german from './de.json' with { type: 'json' }
import germanLabels from './labels.de.json' with { type: 'json' }
import { createTranslator } from './translate-sentences.ts'

const toGerman = createTranslator({ ...german, ...composed })

/** A recorded English sentence of the service in the language of its reader. */
export const translateSentence = (text: string, language: Language = 'en'): string =>
  language === 'de' ? toGerman(text) : text

const labels: ReadonlyMap<string, string> = new Map(Object.entries(germanLabels))

/** The label of an operation or a kind of job; undefined if there is none in this language. */
export const labelIn = (language: Language, name: string): string | undefined =>
  language === 'de' ? labels.get(name) : undefined
