import compile from 'icu-minify/compile'
import { parseSync, Visitor } from 'vite'
import {
  hasTexts,
  hasTranslations,
  type Message,
  messagesIn,
  translationPath,
  translationProblems,
  translations,
  translationsIn,
} from '../../../web/compile-texts.ts'
import { isTest, lineOf, type Sources } from './sources.ts'

/** Literals that look like texts: values of the service, names of keys, selectors, styles, and messages for developers. */
const notTexts =
  /^(?:Arrow(?:Down|Up)|Enter|Escape|Control|Meta|PublicKeyCredential|Flotilla|English|Deutsch|Nothing to do\.|Title and Body|ids of few sites|must be one of: )$|^use[A-Z]\w+ stands |^no(?:referrer|opener) |^[#.<]|^td\.|^(?:button|menu-item) |color-mix\(/
/** The syntax of lines in an update policy, the same in every language. */
const syntaxFiles = ['web/src/update-policies/window-lines.ts']

const dashboardFiles = (sources: Sources) =>
  [...sources].filter(([path]) => path.startsWith('web/src/') && !isTest(path))

/** `*-texts.ts` defines one set of texts, each of them a valid ICU message that is used; every text that is used is defined. */
export function wrongTexts(sources: Sources): string[] {
  const files = dashboardFiles(sources)
  const definitions = files.filter(([path]) => hasTexts(path)).map(([path, code]) => readDefinition(path, code))
  const misplaced = files
    .filter(([path, code]) => !hasTexts(path) && /\bdefineTexts\(/.test(code))
    .map(([path]) => `${path} calls defineTexts: the build compiles messages in *-texts.ts only.`)
  const used = new Map(files.flatMap(([path, code]) => usesIn(path, code)))
  // `problemTexts as …`: all texts of the set are used, by names that come from the service.
  const whole = new Set(files.flatMap(([, code]) => [...code.matchAll(/\b(\w+Texts) as\b/g)].map(([, texts]) => texts)))
  const unused = definitions.flatMap(({ path, messages }) =>
    messages
      .filter(({ texts, key }) => !whole.has(texts) && !used.has(`${texts}.${key}`))
      .map(({ texts, key }) => `${path} has ${texts}.${key}, which is not used: remove it.`),
  )
  const defined = new Set(
    definitions.flatMap(({ messages }) => messages.flatMap(({ texts, key }) => [texts, `${texts}.${key}`])),
  )
  const missing = [...used]
    .filter(([name]) => defined.has(name.replace(/\..*/, '')) && !defined.has(name))
    .map(([name, place]) => `${place} uses ${name}, which is not defined.`)
  return [...definitions.flatMap(({ problems }) => problems), ...misplaced, ...unused, ...missing]
}

/** A translation has only texts that exist in English, with the same parameters. */
export function wrongTranslations(sources: Sources): string[] {
  const alone = dashboardFiles(sources)
    .filter(([path]) => hasTranslations(path) && !sources.has(path.replace(/\.[a-z]{2}\.ts$/, '.ts')))
    .map(([path]) => `${path} translates a file that does not exist: remove it.`)
  const wrong = readTranslations(sources).flatMap(({ file, messages, translated }) =>
    translationProblems(file, messages, translated),
  )
  return [...alone, ...wrong]
}

/** Every text exists in every language. */
export function missingTranslations(sources: Sources): string[] {
  return readTranslations(sources).flatMap(({ file, messages, translated }) =>
    messages
      .filter(({ key }) => !translated.has(key))
      .map(({ key, message }) => `${file} lacks ${key}: “${message}”. Add it.`),
  )
}

const readTranslations = (sources: Sources) =>
  dashboardFiles(sources)
    .filter(([path]) => hasTexts(path))
    .flatMap(([path, code]) =>
      translations.map((language) => {
        const file = translationPath(path, language)
        const { messages } = readDefinition(path, code)
        return { file, messages, translated: translationsIn(file, sources.get(file) ?? '') }
      }),
    )

interface Definition {
  path: string
  messages: Message[]
  problems: string[]
}

function readDefinition(path: string, code: string): Definition {
  try {
    const messages = messagesIn(path, code)
    const sets = new Set(messages.map(({ texts }) => texts)).size
    const problems = messages.flatMap(({ texts, key, message }) => {
      const problem = problemWith(message)
      return problem === null ? [] : `${path} has ${texts}.${key}, which is not a valid ICU message: ${problem}.`
    })
    return { path, messages, problems: sets === 1 ? problems : [`${path} defines ${sets} sets of texts: define one.`] }
  } catch (error) {
    return { path, messages: [], problems: [String(error)] }
  }
}

function problemWith(message: string): string | null {
  try {
    compile(message)
    return null
  } catch (error) {
    return String(error)
  }
}

/** `jobTexts.retry` → where. */
const usesIn = (path: string, code: string): [string, string][] =>
  [...code.matchAll(/\b\w+Texts\.\w+/g)].map(({ 0: name, index }) => [name, `${path}:${lineOf(code, index)}`])

/** All texts of the dashboard are in the catalogue. */
export function textsOutsideCatalogue(sources: Sources): string[] {
  return dashboardFiles(sources)
    .filter(([path]) => !hasTexts(path) && !hasTranslations(path) && !syntaxFiles.includes(path))
    .flatMap(([path, code]) =>
      literalsIn(path, code).map(
        ({ text, start }) => `${path}:${lineOf(code, start)} has the text “${text.trim()}”: define it in a *-texts.ts.`,
      ),
    )
}

/** A capitalised word, or two words. */
const readsAsText = (value: string) => /^\s*\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(value) && !notTexts.test(value)

function literalsIn(path: string, code: string): { text: string; start: number }[] {
  const found: { text: string; start: number }[] = []
  let classNames = 0
  const report = (text: string, start: number) => {
    if (classNames === 0 && readsAsText(text)) found.push({ text, start })
  }
  const visitor = new Visitor({
    JSXText({ value, start }) {
      if (/\p{L}/u.test(value)) found.push({ text: value, start })
    },
    Literal({ value, start }) {
      if (typeof value === 'string') report(value, start)
    },
    TemplateElement: ({ value, start }) => report(value.raw, start),
    JSXAttribute: ({ name }) => {
      if (name.name === 'className') classNames++
    },
    'JSXAttribute:exit': ({ name }) => {
      if (name.name === 'className') classNames--
    },
  })
  visitor.visit(parseSync(path, code).program)
  return found
}

/** Numbers and dates have the language of the page. `en-CA` is YYYY-MM-DD, for inputs. */
export const formatsInOtherLanguage = (sources: Sources): string[] =>
  dashboardFiles(sources).flatMap(([path, code]) =>
    [...code.matchAll(/\.toLocale[A-Z]?[a-z]*String\(['")]|\bIntl\.\w+\('(?!en-CA)/g)].map(
      ({ index }) => `${path}:${lineOf(code, index)} formats without the language of the page: use web/src/ui/format.`,
    ),
  )
