import { dumpRefused } from './dump-errors.ts'
import { type DumpRow, maxName, type SelectTable, StatementReader } from './statement-reader.ts'

export type { DumpRow, SelectTable }

/** Longer values are cut to nothing: no column that is read is so long. */
const maxValue = 3_000_000
const [quote, doubleQuote, backquote] = [39, 34, 96]

/**
 * Reads the SQL text of mysqldump or phpMyAdmin, piece by piece, as data: it finds the columns of CREATE TABLE and the rows of
 * INSERT, and executes nothing. Memory is limited to one row. Bytes are given as latin1 text.
 */
export class DumpReader {
  private readonly select: SelectTable
  private rest = ''
  /** Inside of a value, word or comment that continues in the next piece. */
  private open: {
    until: 'quote' | 'word' | 'line' | 'block'
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
    if (this.rest !== '' || this.open?.until === 'word') this.read('\n')
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
      this.open = { until: 'word', quote: 0, keep: this.statement.keepsWord, parts: [], length: 0 }
      return at
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
    return open.until === 'word' ? this.continueWord(open, text, at) : this.continueQuoted(open, text, at)
  }

  /** Every character is read once: a word that continues in the next piece is not read again. */
  private continueWord(open: NonNullable<DumpReader['open']>, text: string, at: number): number {
    let end = at
    while (end < text.length && isWordCode(text.charCodeAt(end))) end++
    keep(open, text, at, end)
    if (end === text.length) return end
    this.open = null
    // Hexadecimal values are as long as others; outside of rows only the start of a long word matters.
    const word = open.parts.join('')
    this.statement.take({ kind: 'word', text: this.statement.isInRow ? word : word.slice(0, maxName + 1) })
    return end
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
    const isName = open.quote === backquote
    if (isName && open.length > maxName) throw dumpRefused('a name in it is too long.')
    const isTooLong = open.length > maxValue
    this.statement.take({ kind: isName ? 'name' : 'text', text: isTooLong ? '' : open.parts.join('') })
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
