import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

export interface Message {
  /** The constant that holds the texts, as `jobTexts`. */
  texts: string
  key: string
  message: string
  /** Position of the literal in the file. */
  start: number
  end: number
}

/** Files with texts. */
export const hasTexts = (path: string) => /(?<!define)-texts\.ts$/.test(path)

/** The messages of `export const jobTexts = defineTexts({ … })`. */
export function messagesIn(path: string, code: string): Message[] {
  const messages: Message[] = []
  const visitor = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && isDefinition(init)) messages.push(...readMessages(path, id.name, init))
    },
  })
  visitor.visit(parseSync(path, code).program)
  return messages
}

const isDefinition = (init: ESTree.Expression | null): init is ESTree.CallExpression =>
  init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'defineTexts'

function readMessages(path: string, texts: string, { arguments: [object] }: ESTree.CallExpression): Message[] {
  const properties = object?.type === 'ObjectExpression' ? object.properties : []
  return properties.map((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || !isText(property.value))
      throw new Error(`${path}: ${texts} may contain only names with plain strings.`)
    const { key, value } = property
    return { texts, key: key.name, message: value.value, start: value.start, end: value.end }
  })
}

const isText = (value: ESTree.Expression): value is ESTree.StringLiteral =>
  value.type === 'Literal' && typeof value.value === 'string'

/**
 * Makes every text a constant with its compiled message: the page contains no parser, and a script contains only the texts it
 * uses. `jobTexts` becomes the namespace of these constants.
 */
export function compileTexts(): Plugin {
  const constants = '?constants'
  return {
    name: 'flotilla-texts',
    enforce: 'pre',
    transform(code, id) {
      const path = id.replace(constants, '')
      if (!hasTexts(path)) return null
      const messages = messagesIn(path, code)
      if (path === id) return `export * as ${messages[0]!.texts} from ${JSON.stringify(id + constants)}`
      const lines = messages.map(({ key, message }, index) => {
        const compiled = compile(message)
        const value = typeof compiled === 'string' ? JSON.stringify(compiled) : `textOf(${JSON.stringify(compiled)})`
        return `const text${index} = /* @__PURE__ */ ${value}; export { text${index} as ${key} }`
      })
      return [`import { textOf } from ${JSON.stringify(runtime)}`, ...lines].join('\n')
    },
  }
}

const runtime = join(import.meta.dirname, 'src/texts/define-texts.ts')
