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

export const maxName = 200
const maxColumns = 500
const maxRowCharacters = 30_000_000
/** Tables and columns that are remembered; a network has a table of options for each of its sites. */
const maxRemembered = 500_000

/** A part of a longer text would keep all of it in memory. */
const copyOf = (text: string) => Buffer.from(text, 'latin1').toString('latin1')

export type Token = { kind: 'word' | 'name' | 'text'; text: string } | { kind: 'sign'; text: string }

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
export class StatementReader {
  private phase: Phase = 'start'
  private table = ''
  private depth = 0
  private isColumnStart = false
  private columns: string[] = []
  private values: (string | null)[] = []
  private rowCharacters = 0
  private value: string | null | undefined
  private wanted: WantedTable | null = null
  private readonly columnsOf = new Map<string, string[]>()
  private remembered = 0
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

  /** Whether the text of a word is needed. */
  get keepsWord(): boolean {
    return this.phase !== 'skip' && (this.phase !== 'row' || this.wanted !== null)
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
    } else if (token.kind === 'name') this.table = copyOf(token.text)
    else if (
      token.kind === 'word' &&
      !['TABLE', 'IF', 'NOT', 'EXISTS', 'TEMPORARY'].includes(token.text.toUpperCase())
    ) {
      if (this.table === '' && token.text.length <= maxName) this.table = copyOf(token.text)
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
      this.remembered += 1 + this.columns.length
      if (this.remembered > maxRemembered) throw dumpRefused('it has too many tables.')
      this.columnsOf.set(this.table, this.columns)
      this.phase = 'skip'
      return
    }
    if (this.isColumnStart && token.kind === 'name') this.addColumn(token.text)
    this.isColumnStart = false
  }

  private addColumn(name: string): void {
    if (this.columns.length >= maxColumns) throw dumpRefused('a table has too many columns.')
    if (name.length > maxName) throw dumpRefused('the name of a column is too long.')
    this.columns.push(copyOf(name))
  }

  protected onInsert(token: Token): void {
    if (token.kind === 'name') this.table = copyOf(token.text)
    else if (token.kind === 'sign' && token.text === '(') this.phase = 'insert columns'
    else if (token.kind === 'word') this.onInsertWord(token.text.toUpperCase(), token.text)
    if (this.table !== '' && this.wanted === null) this.wanted = this.select(this.table)
  }

  private onInsertWord(word: string, text: string): void {
    if (word === 'VALUES' || word === 'VALUE') this.startValues(this.columnsOf.get(this.table) ?? [])
    else if (word === 'SELECT' || word === 'SET') this.phase = 'skip'
    else if (!['INTO', 'IGNORE', 'LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY'].includes(word) && this.table === '')
      this.table = copyOf(text.slice(0, maxName))
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
      this.rowCharacters = 0
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
    this.rowCharacters += this.value?.length ?? 0
    if (this.rowCharacters > maxRowCharacters) throw dumpRefused(`a row of ${this.table} is too large.`)
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
