import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { parametersOf, toPseudo } from './compiled-message.ts'

/** Languages with a file beside each `*-texts.ts`, as `job-texts.de.ts`. */
export const translations = ['de'] as const
/** Made from English by the build: a text without accents on its page is not in the catalogue. */
export const pseudo = 'en-x-pseudo'

export interface Message {
  /** The constant that holds the texts, as `jobTexts`. */
  texts: string
  key: string
  message: string
}

/** Files with texts. */
export const hasTexts = (path: string) => /(?<!define)-texts\.ts$/.test(path)
/** Files with their translations. */
export const hasTranslations = (path: string) => /-texts\.[a-z]{2}\.ts$/.test(path)
export const translationPath = (path: string, language: string) => path.replace(/\.ts$/, `.${language}.ts`)

/** The messages of `export const jobTexts = defineTexts({ … })`. */
export function messagesIn(path: string, code: string): Message[] {
  const messages: Message[] = []
  const visitor = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !isDefinition(init)) return
      for (const entry of readObject(path, init.arguments[0])) messages.push({ texts: id.name, ...entry })
    },
  })
  visitor.visit(parseSync(path, code).program)
  return messages
}

/** The messages of `export default { … } satisfies Translation<typeof jobTexts>`, by key. */
export function translationsIn(path: string, code: string): Map<string, string> {
  const messages = new Map<string, string>()
  const visitor = new Visitor({
    ExportDefaultDeclaration({ declaration }) {
      const object = declaration.type === 'TSSatisfiesExpression' ? declaration.expression : undefined
      for (const { key, message } of readObject(path, object)) messages.set(key, message)
    },
  })
  visitor.visit(parseSync(path, code).program)
  return messages
}

const isDefinition = (init: ESTree.Expression | null): init is ESTree.CallExpression =>
  init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'defineTexts'

function readObject(path: string, object: ESTree.Node | undefined): { key: string; message: string }[] {
  const properties = object?.type === 'ObjectExpression' ? object.properties : []
  return properties.map((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || !isText(property.value))
      throw new Error(`${path} may contain only names with plain strings.`)
    return { key: property.key.name, message: property.value.value }
  })
}

const isText = (value: ESTree.Expression): value is ESTree.StringLiteral =>
  value.type === 'Literal' && typeof value.value === 'string'

/** What is wrong with a translation: surplus texts, invalid messages, other parameters than in English. */
export function translationProblems(
  path: string,
  messages: readonly Message[],
  translated: Map<string, string>,
): string[] {
  const known = new Set(messages.map(({ key }) => key))
  const surplus = [...translated.keys()]
    .filter((key) => !known.has(key))
    .map((key) => `${path} has ${key}, which is not in English.`)
  const wrong = messages.flatMap(({ key, message }) => {
    const translation = translated.get(key)
    if (translation === undefined) return []
    try {
      const [wanted, found] = [parametersOf(compile(message)), parametersOf(compile(translation))]
      return wanted === found ? [] : `${path} has ${key} with the parameters “${found}” instead of “${wanted}”.`
    } catch (error) {
      return `${path} has ${key}, which is not a valid ICU message: ${error}.`
    }
  })
  return [...surplus, ...wrong]
}

interface Text {
  /** Contains a hash of all languages: it is part of the script's hash, so that a script with another text has another name. */
  id: string
  key: string
  compiled: Record<string, CompiledMessage>
}

/** The texts of a file in all languages; English where a translation is missing. Throws if one is wrong. */
export function readTexts(path: string, code: string): { texts: string; entries: Text[] } {
  const messages = messagesIn(path, code)
  const translated = translations.map((language) => {
    const file = translationPath(path, language)
    const byKey = existsSync(file) ? translationsIn(file, readFileSync(file, 'utf8')) : new Map<string, string>()
    const problems = translationProblems(file, messages, byKey)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return [language, byKey] as const
  })
  const entries = messages.map(({ key, message }) => {
    const source = compile(message)
    const others = translated.map(([language, byKey]) => [language, compile(byKey.get(key) ?? message)] as const)
    const compiled = { en: source, [pseudo]: toPseudo(source), ...Object.fromEntries(others) }
    const file = relative(sources, path).replaceAll('\\', '/')
    return { id: `${file} ${key} ${hash('sha1', JSON.stringify(compiled)).slice(0, 12)}`, key, compiled }
  })
  return { texts: messages[0]!.texts, entries }
}

/**
 * Makes every text a constant: the page contains no parser, and a script contains only the texts it uses. `jobTexts` becomes
 * the namespace of these constants. In a build their values are markers, which write-languages.ts replaces for each language.
 */
export function compileTexts(): Plugin {
  const constants = '?constants'
  let isBuild = false
  return {
    name: 'flotilla-texts',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transform(code, id) {
      const path = id.replace(constants, '')
      if (!hasTexts(path)) return null
      const { texts, entries } = readTexts(path, code)
      if (path === id) return `export * as ${texts} from ${JSON.stringify(id + constants)}`
      const lines = entries.map(({ id, key, compiled }, index) => {
        const english = compiled.en
        const value = isBuild ? `/* @__PURE__ */ __text__(${JSON.stringify(id)})` : JSON.stringify(english)
        const text = typeof english === 'string' ? value : `/* @__PURE__ */ textOf(${value})`
        return `const text${index} = ${text}; export { text${index} as ${key} }`
      })
      return [`import { textOf } from ${JSON.stringify(runtime)}`, ...lines].join('\n')
    },
  }
}

export const sources = join(import.meta.dirname, 'src')
const runtime = join(sources, 'texts/define-texts.ts')
