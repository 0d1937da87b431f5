import { language } from './language.ts'

let translate = (text: string): string => text
let label = (_name: string): string | undefined => undefined

/** A sentence that the service wrote, in the language of the page. What sites and users wrote stays as it is. */
export const sentence = (text: string): string => translate(text)

/** The label of an operation or a kind of job in another language than English; undefined: made from its name. */
export const labelOf = (name: string): string | undefined => label(name)

/** Before the first page is shown. */
export async function loadSentences(): Promise<void> {
  if (language === 'en') return
  const { createTranslator, germanSentences, germanLabels } = await import('../../../contract/sentences.ts')
  const isGerman = language === 'de'
  translate = createTranslator(isGerman ? germanSentences : mark(germanSentences))
  const labels = isGerman ? germanLabels : mark(germanLabels)
  label = (name) => (Object.hasOwn(labels, name) ? labels[name] : undefined)
}

/** For the pseudo-language: the English text with an accent on every letter outside of its parameters. */
const mark = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.keys(texts).map((text) => [text, text.replaceAll(/\{\w+\}|[a-z]/gi, (part) => accented(part))]),
  )
const accented = (part: string) => (part.startsWith('{') ? part : `${part}\u0301`)
