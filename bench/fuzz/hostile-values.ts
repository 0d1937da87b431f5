import type { Random } from '../../simulator/random.ts'

/** JSON text that is put into a body unchanged: no JavaScript value can express it. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface HostileValue {
  /** Its name in reports. */
  kind: string
  value: unknown
}

const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

/** Units of long texts; each text ends with a character that does not match, so that a pattern has to backtrack. */
const units: Record<string, string> = {
  letters: 'a',
  digits: '7',
  zeros: '0',
  spaces: ' ',
  tabs: '\t',
  lines: '\n',
  'carriage returns': '\r\n',
  'at signs': 'a@',
  dots: '.',
  'dots and letters': 'a.',
  hyphens: '-',
  slashes: '/',
  backslashes: '\\',
  commas: ',',
  'commas and spaces': ' ,',
  semicolons: ';',
  colons: ':',
  'less than': '<',
  tags: '<a ',
  comments: '<!--',
  quotes: '"',
  'single quotes': "'",
  'open braces': '{',
  'open brackets': '[',
  'nested JSON': '{"a":',
  'nested lists': '[[],',
  percent: '%',
  'percent codes': '%41',
  underscores: '_',
  ampersands: '&',
  'ampersand entities': '&amp;',
  equals: '=',
  'question marks': '?',
  'plus signs': '+',
  stars: '*',
  dollars: '$',
  '${': '${',
  accents: 'e\u0301',
  'right to left': '\u202e\u05d0',
  emoji: '👨‍👩‍👧',
  'lone surrogates': '\ud800',
  NUL: '\0',
  'control characters': '\u001b[2J',
  'full-width': '＝',
  ligatures: '\ufdfa',
  'CSV cells': '"a""b",',
  dates: '2026-11-15T',
  addresses: 'https://a.example/',
  'host labels': 'xn--a.',
  networks: '127.0.0.1,',
  slugs: 'a/b.php,',
  php: 'O:8:"stdClass":1:{',
  like: '%_',
  sql: "' or 1=1 --",
}
const prefixes = [
  '',
  '',
  '',
  'a',
  'a@a',
  'https://',
  'http://127.0.0.1/',
  '1',
  '=',
  '"',
  '[',
  '{"a":"',
  'data:image/png;base64,',
  'name,price\n',
]
const endings = ['', '!', 'a', '0', '@', '\n', ' x', ',', '"', '\0', '\ud800', '/', '\u00e9']

export const textKinds = Object.keys(units)

export function hostileText(random: Random, size: number): HostileValue {
  const kind = random.pick(textKinds)
  const [prefix, ending] = [random.pick(prefixes), random.pick(endings)]
  return { kind: `text of ${kind}`, value: prefix + fill(units[kind]!, size) + ending }
}

const words = [
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '1e-400',
  '99999999999999999999',
  '',
  ' ',
  '../../etc/passwd',
  '{',
  '[',
  '"',
  '{"a":1}',
  '[1]',
  '{"__proto__":{"a":1}}',
  '{"a":"\\u0000"}',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  '2026-02-30',
  '0000-00-00 00:00:00',
  '25:61',
  '=1+1',
  'a\0b',
  '\ud83d',
  'ß',
  'İ',
  '%00',
  '%ff',
]

const numbers = [0, -1, 1, 2, 3, 1.5, -0, 1e308, 1e21, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 0.1]

const nested = (open: string, close: string, depth: number) => new RawJson(open.repeat(depth) + close.repeat(depth))

type Maker = (random: Random, size: number) => unknown
const others: Record<string, Maker> = {
  'a word': (random) => random.pick(words),
  null: () => null,
  boolean: (random) => random.chance(0.5),
  number: (random) => random.pick(numbers),
  'number of many digits': (random, size) =>
    new RawJson(`${random.pick(['1', '-1', '0.', '1.'])}${fill(random.pick(['0', '7']), size)}1`),
  'number with exponent': (random) => new RawJson(random.pick(['1e400', '-1e999', '1e-999', '123456789e300', '1E+2'])),
  'nested lists': (_, size) => nested('[', ']', size),
  'nested objects': (_, size) => new RawJson(`${'{"a":'.repeat(size)}1${'}'.repeat(size)}`),
  'list of many': (random, size) => Array.from({ length: size / 4 }, () => random.pick([0, 1, '', 'a', null])),
  'list of lists': (random, size) => [[[fill('a', size)]], [random.pick(numbers)]],
  'object of many': (_, size) =>
    Object.fromEntries(Array.from({ length: size / 10 }, (_, index) => [`key${index}`, index])),
  'object of long names': (_, size) => ({ [fill('k', size)]: 1 }),
  'object with __proto__': () => new RawJson('{"__proto__":{"admin":true},"constructor":{"prototype":{"a":1}}}'),
  'duplicate names': () => new RawJson('{"a":1,"a":2,"id":1,"id":2}'),
  'empty list': () => [],
  'empty object': () => ({}),
  'list of one text': (random, size) => [hostileText(random, size).value],
}

/** Mostly long texts, sometimes a value of another type. */
export function hostileValue(random: Random, size: number, textLikely: boolean): HostileValue {
  if (random.chance(textLikely ? 0.75 : 0.35)) return hostileText(random, size)
  const kind = random.pick(Object.keys(others))
  return { kind, value: others[kind]!(random, size) }
}

/** Like JSON.stringify, with raw pieces unchanged and lone surrogates escaped. */
export function toJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, entry]) => `${JSON.stringify(name)}:${toJson(entry)}`)
      .join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** In characters; more than the service reads of a body. */
const largestCopies = 4_000_000

/** As many copies as requested, at least one, while their JSON stays below the maximum length of a string. */
export function copiesOf<Value>(value: Value, requested: number): Value[] {
  const fitting = Math.max(1, Math.floor(largestCopies / toJson(value).length))
  return Array.from({ length: Math.min(requested, fitting) }, () => value)
}
