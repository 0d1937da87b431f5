import { dumpRefused } from './dump-errors.ts'

/** A row of an INSERT statement: the columns that were asked for, as text; null for NULL. */
export interface DumpRow {
  table: string
  row: Record<string, string | null>
}

export interface WantedTable {
  columns: ReadonlySet<string>
}

/** Which tables and columns are kept; everything else is skipped without being stored. */
export type SelectTable = (name: string) => WantedTable | null

/** Longer values are cut to nothing: no column that is read is so long. */
const maxValue = 3_000_000
const maxName = 200
const maxColumns = 500

const [quote, doubleQuote, backquote] = [39, 34, 96]

type Token = { kind: 'word' | 'name' | 'text'; text: string } | { kind: 'sign'; text: string }

/**
 * Reads the SQL text of mysqldump or phpMyAdmin, piece by piece, as data: it finds the columns of CREATE TABLE and the rows of
 * INSERT, and executes nothing. Memory is limited to one row. Bytes are given as latin1 text.
 */
export class DumpReader {
  private readonly select: SelectTable
  private rest = ''
  /** Inside of a value or comment that continues in the next piece. */
  private open: {
    until: 'quote' | 'line' | 'block'
    quote: number
    keep: boolean
    parts: string[]
    length: number
  } | null = null
  private readonly statement: StatementReader
  private rows: DumpRow[] = []

  constructor(select: SelectTable) {
    this.select = select
    this.statement = new StatementReader(
      (name) => this.select(name),
      (row) => this.rows.push(row),
    )
  }

  /** The rows that end in this piece. */
  read(piece: string): DumpRow[] {
    const text = this.rest + piece
    this.rest = ''
    let at = 0
    while (at < text.length) {
      const next = this.open ? this.continueOpen(text, at) : this.readToken(text, at)
      if (next === null) {
        this.rest = text.slice(at)
        break
      }
      at = next
    }
    const rows = this.rows
    this.rows = []
    return rows
  }

  /** Throws when the text ends inside of a statement: it was cut. */
  end(): void {
    if (this.rest !== '') this.read('\n')
    if ((this.open && this.open.until !== 'line') || !this.statement.isBetweenStatements)
      throw dumpRefused('it ends in the middle of a statement. Export the database again.')
  }

  /** Returns where to continue, or null when the token may continue in the next piece. */
  private readToken(text: string, at: number): number | null {
    const code = text.charCodeAt(at)
    if (code <= 32) return at + 1
    const isLastCharacter = at + 1 >= text.length
    if (code === quote || code === doubleQuote || code === backquote) {
      this.open = {
        until: 'quote',
        quote: code,
        keep: this.statement.keepsText(code === backquote),
        parts: [],
        length: 0,
      }
      return at + 1
    }
    const pair = text.slice(at, at + 2)
    if ((code === 45 || code === 47) && isLastCharacter) return null
    if (pair === '--' || code === 35) {
      this.open = { until: 'line', quote: 0, keep: false, parts: [], length: 0 }
      return at + 1
    }
    if (pair === '/*') {
      this.open = { until: 'block', quote: 0, keep: false, parts: [], length: 0 }
      return at + 2
    }
    if (isWordCode(code)) {
      let end = at + 1
      while (end < text.length && isWordCode(text.charCodeAt(end))) end++
      // It may continue in the next piece; hexadecimal values are as long as others.
      if (end === text.length && end - at <= (this.statement.isInRow ? maxValue : maxName)) return null
      this.statement.take({ kind: 'word', text: text.slice(at, end) })
      return end
    }
    this.statement.take({ kind: 'sign', text: text.charAt(at) })
    return at + 1
  }

  private continueOpen(text: string, at: number): number | null {
    const { open } = this
    if (!open) return at
    if (open.until === 'line') {
      const end = text.indexOf('\n', at)
      if (end < 0) return text.length
      this.open = null
      return end + 1
    }
    if (open.until === 'block') {
      const end = text.indexOf('*/', at)
      // The star may be the last character.
      if (end < 0) {
        if (!text.endsWith('*')) return text.length
        return text.length - 1 > at ? text.length - 1 : null
      }
      this.open = null
      return end + 2
    }
    return this.continueQuoted(open, text, at)
  }

  private continueQuoted(open: NonNullable<DumpReader['open']>, text: string, at: number): number | null {
    const character = String.fromCharCode(open.quote)
    const plain = plainText[character] ?? plainText['`']
    plain.lastIndex = at
    plain.exec(text)
    const stop = plain.lastIndex
    keep(open, text, at, stop)
    if (stop >= text.length) return text.length
    const isEscape = text.charCodeAt(stop) !== open.quote
    // The next character decides, and may be in the next piece.
    if (stop + 1 >= text.length) {
      if (stop === at) return null
      return stop
    }
    if (isEscape) {
      keepText(open, escaped(text.charAt(stop + 1)))
      return stop + 2
    }
    if (text.charCodeAt(stop + 1) === open.quote) {
      keepText(open, character)
      return stop + 2
    }
    this.open = null
    const isTooLong = open.length > maxValue
    this.statement.take({
      kind: open.quote === backquote ? 'name' : 'text',
      text: isTooLong ? '' : open.parts.join(''),
    })
    return stop + 1
  }
}

function keep(open: { keep: boolean; parts: string[]; length: number }, text: string, from: number, to: number) {
  if (open.keep && to > from) keepText(open, text.slice(from, to))
}

function keepText(open: { keep: boolean; parts: string[]; length: number }, part: string) {
  if (!open.keep) return
  open.length += part.length
  if (open.length > maxValue) open.parts = []
  else open.parts.push(part)
}

const isWordCode = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 46 ||
  code === 36 ||
  code >= 128

const escapes: Record<string, string> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' }
const escaped = (character: string) => escapes[character] ?? character

/** Up to the end of a quoted text, or an escape in it. */
const plainText: Record<string, RegExp> & { '`': RegExp } = { "'": /[^'\\]*/y, '"': /[^"\\]*/y, '`': /[^`]*/y }

type Phase =
  | 'start'
  | 'skip'
  | 'create'
  | 'create columns'
  | 'insert'
  | 'insert columns'
  | 'before values'
  | 'values'
  | 'row'

/** Follows the tokens of statements. */
class StatementReader {
  private phase: Phase = 'start'
  private table = ''
  private depth = 0
  private isColumnStart = false
  private columns: string[] = []
  private values: (string | null)[] = []
  private value: string | null | undefined
  private wanted: WantedTable | null = null
  private readonly columnsOf = new Map<string, string[]>()
  private readonly select: SelectTable
  private readonly emit: (row: DumpRow) => void

  constructor(select: SelectTable, emit: (row: DumpRow) => void) {
    this.select = select
    this.emit = emit
  }

  get isBetweenStatements(): boolean {
    return this.phase === 'start'
  }

  get isInRow(): boolean {
    return this.phase === 'row'
  }

  /** Whether the text of a quoted token is needed. */
  keepsText(isName: boolean): boolean {
    return isName ? this.phase !== 'skip' && this.phase !== 'row' : this.phase === 'row' && this.wanted !== null
  }

  take(token: Token): void {
    if (token.kind === 'sign' && token.text === ';' && (this.phase !== 'row' || this.depth === 0)) this.begin()
    else this[handlers[this.phase]](token)
  }

  private begin(): void {
    this.phase = 'start'
    this.table = ''
    this.columns = []
    this.wanted = null
  }

  protected onStart(token: Token): void {
    const word = token.kind === 'word' ? token.text.toUpperCase() : ''
    this.phase = word === 'CREATE' ? 'create' : word === 'INSERT' || word === 'REPLACE' ? 'insert' : 'skip'
  }

  protected onSkip(): void {}

  protected onCreate(token: Token): void {
    if (token.kind === 'sign' && token.text === '(' && this.table !== '') {
      this.phase = this.select(this.table) ? 'create columns' : 'skip'
      this.depth = 1
      this.isColumnStart = true
    } else if (token.kind === 'name') this.table = token.text
    else if (
      token.kind === 'word' &&
      !['TABLE', 'IF', 'NOT', 'EXISTS', 'TEMPORARY'].includes(token.text.toUpperCase())
    ) {
      if (this.table === '' && token.text.length <= maxName) this.table = token.text
      // A view, trigger, procedure …
      if (
        ['VIEW', 'TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT', 'DATABASE', 'SCHEMA'].includes(token.text.toUpperCase())
      )
        this.phase = 'skip'
    }
  }

  protected onCreateColumns(token: Token): void {
    if (token.kind === 'sign') {
      if (token.text === '(') this.depth++
      if (token.text === ')') this.depth--
      this.isColumnStart = token.text === ',' && this.depth === 1
      if (this.depth > 0) return
      this.columnsOf.set(this.table, this.columns)
      this.phase = 'skip'
      return
    }
    if (this.isColumnStart && token.kind === 'name') this.addColumn(token.text)
    this.isColumnStart = false
  }

  private addColumn(name: string): void {
    if (this.columns.length >= maxColumns) throw dumpRefused('a table has too many columns.')
    this.columns.push(name)
  }

  protected onInsert(token: Token): void {
    if (token.kind === 'name') this.table = token.text
    else if (token.kind === 'sign' && token.text === '(') this.phase = 'insert columns'
    else if (token.kind === 'word') this.onInsertWord(token.text.toUpperCase(), token.text)
    if (this.table !== '' && this.wanted === null) this.wanted = this.select(this.table)
  }

  private onInsertWord(word: string, text: string): void {
    if (word === 'VALUES' || word === 'VALUE') this.startValues(this.columnsOf.get(this.table) ?? [])
    else if (word === 'SELECT' || word === 'SET') this.phase = 'skip'
    else if (!['INTO', 'IGNORE', 'LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY'].includes(word) && this.table === '')
      this.table = text.slice(0, maxName)
  }

  protected onInsertColumns(token: Token): void {
    if (token.kind === 'name' || token.kind === 'word') this.addColumn(token.text)
    else if (token.kind === 'sign' && token.text === ')') this.phase = 'before values'
  }

  protected onBeforeValues(token: Token): void {
    if (token.kind === 'word' && /^values?$/i.test(token.text)) this.startValues(this.columns)
    else this.phase = 'skip'
  }

  private startValues(columns: string[]): void {
    if (this.wanted && columns.length === 0)
      throw dumpRefused(`the columns of ${this.table} are not known: its CREATE TABLE is missing.`)
    this.columns = columns
    this.phase = 'values'
    this.depth = 0
  }

  protected onValues(token: Token): void {
    if (token.kind !== 'sign') {
      // ON DUPLICATE KEY UPDATE …
      this.phase = 'skip'
    } else if (token.text === '(') {
      this.phase = 'row'
      this.depth = 1
      this.values = []
      this.value = undefined
    }
  }

  protected onRow(token: Token): void {
    if (token.kind !== 'sign') {
      if (this.depth === 1) this.value = readValue(token, this.value)
      return
    }
    if (token.text === '-' || token.text === '+') {
      if (this.depth === 1 && token.text === '-') this.value = '-'
      return
    }
    if (token.text === '(') this.depth++
    else if (token.text === ')') this.depth--
    if (this.depth === 1 && token.text === ',') this.endValue()
    if (this.depth === 0) {
      this.endValue()
      this.endRow()
      this.phase = 'values'
    }
  }

  private endValue(): void {
    if (this.values.length > maxColumns) throw dumpRefused('a row has too many values.')
    this.values.push(this.value ?? null)
    this.value = undefined
  }

  private endRow(): void {
    if (!this.wanted) return
    if (this.values.length !== this.columns.length)
      throw dumpRefused(`a row of ${this.table} has ${this.values.length} values for ${this.columns.length} columns.`)
    const row: DumpRow['row'] = Object.create(null)
    for (const [index, column] of this.columns.entries())
      if (this.wanted.columns.has(column)) row[column] = this.values[index] ?? null
    this.emit({ table: this.table, row: { ...row } })
  }
}

const handlers = {
  start: 'onStart',
  skip: 'onSkip',
  create: 'onCreate',
  'create columns': 'onCreateColumns',
  insert: 'onInsert',
  'insert columns': 'onInsertColumns',
  'before values': 'onBeforeValues',
  values: 'onValues',
  row: 'onRow',
} as const

/** `'text'`, `_binary 'text'`, 5, -5, NULL, 0x6162. */
function readValue(token: Token, before: string | null | undefined): string | null {
  if (token.kind === 'text') return Buffer.from(token.text, 'latin1').toString('utf8')
  if (/^null$/i.test(token.text)) return null
  if (/^0x[0-9a-f]*$/i.test(token.text)) return Buffer.from(token.text.slice(2), 'hex').toString('utf8')
  return before === '-' ? `-${token.text}` : token.text
}
