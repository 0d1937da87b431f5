import { readFileSync } from 'node:fs'

/** Reads the tables of interface.md, so that the data beside it can be held against the contract's own words. */

export const interfaceText = readFileSync(new URL('interface.md', import.meta.url), 'utf8')

export type TableRow = Record<string, string>
export type StatedInput = {
  name: string
  type?: string
  required: boolean
  default?: unknown
  enum?: string[]
  min?: number
  max?: number
}

/** The text below a heading such as "### 4.7 …", up to the next heading. */
export function sectionText(number: string): string {
  const parts = interfaceText.split(/^(?=#{2,3} )/m)
  const found = parts.find((part) => new RegExp(`^#{2,3} ${number.replace('.', '\\.')}\\.? `).test(part))
  if (!found) throw new Error(`interface.md has no section ${number}.`)
  return found
}

/** All table rows of a section, each as heading → cell. */
export function tableRows(section: string): TableRow[] {
  const rows: TableRow[] = []
  let headings: string[] | undefined
  for (const line of sectionText(section).split('\n')) {
    if (!line.startsWith('|')) headings = undefined
    else if (!headings) headings = cellsOf(line)
    else if (!line.startsWith('|---')) {
      const cells = cellsOf(line)
      rows.push(Object.fromEntries(headings.map((heading, column) => [heading, cells[column] ?? ''])))
    }
  }
  return rows
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** "METHOD /path" of every REST row: tables, the one-line lists of 4.9, the report segments, the batches named in 4.8. */
export function statedRoutes(): string[] {
  const tables = ['4.7', '4.8', '4.9', '4.10', '4.11', '4.12', '4.13'].flatMap((section) =>
    tableRows(section).flatMap((row) => (row.Method ?? '').split(', ').map((method) => `${method} ${row.Path}`)),
  )
  const extensions = sectionText('4.9')
    .split('\n')
    .filter((line) => !line.startsWith('|'))
    .join('\n')
  // The trailing slash is left by "/<segment>", which the report segments spell out.
  const listed = (extensions.match(/\b(?:GET|POST) \/[\w/{}-]+/g) ?? []).filter((route) => !route.endsWith('/'))
  const reports = reportSegments().map((segment) => `GET /pro-reports/{id_or_domain}/${segment}`)
  const batches = /^Routes (.+) exist for/m.exec(sectionText('4.8'))?.[1]?.split(', ') ?? []
  return [...new Set([...tables, ...listed, ...reports, ...batches.map((path) => `POST ${path}`)])]
}

export function reportSegments(): string[] {
  const list = /Segments:\n\n((?:- .+\n)+)/.exec(sectionText('4.9'))?.[1] ?? ''
  return list
    .replace(/\([^)]*\)/g, '')
    .split('\n')
    .flatMap((line) => line.replace(/^- (.*:)?|[;.]$/g, '').split(','))
    .map((segment) => segment.trim())
    .filter(Boolean)
}

/** The parameters an ability's Input cell states, in the notation of section 4.1. */
export function statedInputs(cell: string): StatedInput[] {
  if (cell === 'none') return []
  return cell.split(/;(?![^(]*\))/).flatMap((piece) => statedInput(piece.trim()))
}

function statedInput(piece: string): StatedInput[] {
  if (piece === 'S') return [{ name: 'site_id_or_domain', type: 'integer-or-string', required: true }]
  if (/^SL\b/.test(piece)) return [{ name: 'site_ids_or_domains', type: 'array', required: false, default: [] }]
  const several = /^([\w, ]+) \(strings, optional\)$/.exec(piece)
  if (several?.[1]) return several[1].split(', ').map((name) => ({ name, type: 'string', required: false }))
  if (piece.startsWith('same optional fields as add-client')) {
    const borrowed = tableRows('4.3').find((row) => row.Ability === 'svc/add-client-v1')?.Input ?? ''
    return statedInputs(borrowed).map((input) => ({ ...input, required: false }))
  }
  const named = /^(\w+)\((.+)\)$/.exec(piece)
  if (!named?.[1] || !named[2]) return []
  const [words = '', values] = named[2].split(/; ?/)
  const parts = words.split(', ')
  const listed = /^(status|types|type|action)$/.test(named[1])
    ? (values ?? (/\bor\b/.test(parts[0]!) ? parts[0] : undefined))
    : undefined
  const range = /(\d+)-(\d+)/.exec(words)
  const max = range?.[2] ?? /max (\d+)/.exec(words)?.[1]
  const min = range?.[1] ?? /(\d+)-based/.exec(words)?.[1]
  return [
    {
      name: named[1],
      type: typeWord(parts[0]!),
      required: words.includes('required'),
      default: parts.slice(1, 2).map(defaultWord)[0],
      enum: listed?.split(/, | or /).map((value) => value.split(' ')[0]!),
      min: min === undefined ? undefined : Number(min),
      max: max === undefined ? undefined : Number(max),
    },
  ]
}

function typeWord(word: string): string | undefined {
  if (word === 'integer or string') return 'integer-or-string'
  return /^(integer|string|boolean|array)\b/.exec(word)?.[1]
}

function defaultWord(word: string): unknown {
  if (/^\d+$/.test(word)) return Number(word)
  if (word === 'empty') return ''
  if (/^(\[\]|true|false)$/.test(word)) return JSON.parse(word)
  return /^(any|all)$/.test(word) ? word : undefined
}
