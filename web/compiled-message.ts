import type { CompiledMessage } from 'icu-minify/format'

// A node is a text, 0 (the number of a plural), [name], [name, kind, …] or a tag: [name, …content].
const kinds = { select: 1, plural: 2, ordinal: 3, time: 6 }
const isTyped = (kind: unknown): kind is number =>
  typeof kind === 'number' && kind >= kinds.select && kind <= kinds.time
const hasOptions = (kind: number) => kind <= kinds.ordinal

/** The names of the arguments and <tags> of a message, sorted. */
export function parametersOf(message: CompiledMessage): string {
  const names = new Set<string>()
  visit(
    message,
    (text) => text,
    (name) => names.add(name),
  )
  return [...names].sort().join(', ')
}

const accents = Object.fromEntries(
  [
    'aá',
    'bƀ',
    'cç',
    'dð',
    'eé',
    'fƒ',
    'gĝ',
    'hĥ',
    'ií',
    'jĵ',
    'kķ',
    'lļ',
    'mɱ',
    'nñ',
    'oó',
    'pþ',
    'qǫ',
    'rŕ',
    'sš',
    'tţ',
    'uú',
    'vṽ',
    'wŵ',
    'xẋ',
    'yý',
    'zž',
  ]
    .concat([
      'AÁ',
      'BƁ',
      'CÇ',
      'DÐ',
      'EÉ',
      'FƑ',
      'GĜ',
      'HĤ',
      'IÍ',
      'JĴ',
      'KĶ',
      'LĻ',
      'MṀ',
      'NÑ',
      'OÓ',
      'PÞ',
      'QǪ',
      'RŔ',
      'SŠ',
      'TŢ',
      'UÚ',
      'VṼ',
      'WŴ',
      'XẊ',
      'YÝ',
      'ZŽ',
    ])
    .map(([plain, accented]) => [plain, accented]),
)

/** The message with accents on all letters of its texts. */
export const toPseudo = (message: CompiledMessage): CompiledMessage =>
  visit(
    message,
    (text) => text.replace(/[A-Za-z]/g, (letter) => accents[letter] ?? letter),
    () => {},
  ) as CompiledMessage

function visit(node: unknown, onText: (text: string) => string, onName: (name: string) => void): unknown {
  const each = (part: unknown) => visitNode(part, onText, onName)
  return Array.isArray(node) ? node.map(each) : each(node)
}

function visitNode(node: unknown, onText: (text: string) => string, onName: (name: string) => void): unknown {
  if (typeof node === 'string') return onText(node)
  if (!Array.isArray(node)) return node
  const [name, kind, ...rest] = node as [string, ...unknown[]]
  const isTag = kind !== undefined && !isTyped(kind)
  onName(isTag ? `<${name}>` : name)
  if (kind === undefined) return node
  if (isTag) return [name, ...[kind, ...rest].map((part) => visitNode(part, onText, onName))]
  if (!hasOptions(kind as number)) return node
  const options = Object.entries(rest[0] as Record<string, unknown>)
  return [name, kind, Object.fromEntries(options.map(([key, value]) => [key, visit(value, onText, onName)]))]
}
