import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
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
 * Makes every text a constant of the module that uses it: the page contains no parser, and a script contains only the texts it
 * uses. In a build the values are markers, which write-languages.ts replaces for each language.
 */
export function compileTexts(): Plugin {
  let isBuild = false
  const known = new Map<string, ReturnType<typeof readTexts>>()
  const textsIn = (path: string) => {
    const texts = known.get(path) ?? readTexts(path, readFileSync(path, 'utf8'))
    if (isBuild) known.set(path, texts)
    return texts
  }
  const scriptOf = (path: string, key: string): string => {
    const text = textsIn(path).entries.find((entry) => entry.key === key)
    if (!text) throw new Error(`${path} has no text ${key}.`)
    const english = text.compiled.en
    const value = isBuild ? `/* @__PURE__ */ __text__(${JSON.stringify(text.id)})` : JSON.stringify(english)
    return typeof english === 'string' ? value : `/* @__PURE__ */ __textOf(${value})`
  }
  const importRuntime = `import { textOf as __textOf } from ${JSON.stringify(runtime)}\n`

  /** Replaces `jobTexts.retry` by a constant with that text alone, so that a page loads no texts of other pages. */
  function useConstants(code: string, id: string): string | null {
    const imports = code.matchAll(/^import \{ (\w+Texts) \} from '([^']+-texts\.ts)'/gm)
    const files = new Map([...imports].map(([, texts, file]) => [texts, join(dirname(id), file ?? '')]))
    if (files.size === 0) return null
    const constants = new Map<string, string>()
    const replaced = code.replace(/\b(\w+Texts)\.(\w+)/g, (use, texts: string, key: string) => {
      const file = files.get(texts)
      if (file === undefined) return use
      constants.set(`${texts}_${key}`, scriptOf(file, key))
      return `${texts}_${key}`
    })
    return `${importRuntime}${[...constants].map(([name, value]) => `const ${name} = ${value}\n`).join('')}${replaced}`
  }

  return {
    name: 'flotilla-texts',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transform(code, id) {
      if (!hasTexts(id)) return /\.tsx?$/.test(id) ? useConstants(code, id) : null
      // For a use of all texts of a file.
      const { texts, entries } = textsIn(id)
      const members = entries.map(({ key }) => `${key}: ${scriptOf(id, key)},\n`)
      return `${importRuntime}export const ${texts} = {\n${members.join('')}}`
    },
  }
}

export const sources = join(import.meta.dirname, 'src')
const runtime = join(sources, 'texts/define-texts.ts')
