/** Tables as text, after RFC 4180: cells in quotes where they must be, quotes doubled, lines ended by CR LF. */

export interface CsvTable {
  header: string[]
  /** `line`: where the row begins in the text, counted from 1, as an editor shows it. */
  rows: { line: number; cells: string[] }[]
}

/** A table with more is refused as soon as that is seen. */
export interface CsvLimits {
  /** Below the line that names the columns. */
  rows: number
  columns: number
}

/** The text is no table; the message says where and why. */
export class CsvError extends Error {}

/**
 * What a spreadsheet may take for a formula when it opens the file, with or without our mark before it: after blanks and
 * invisible characters one of = + - @, also full-width, small, raised or lowered, or the minus sign, which some programs fold
 * to ASCII; or a control character.
 */
const formula =
  /^'*(?:[\p{Cc}\u2028\u2029]|[\s\p{Cf}\u115f\u1160\u3164\uffa0]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a-\u207c\u208a-\u208c\u2212])/u
const marked =
  /^'+(?:[\p{Cc}\u2028\u2029]|[\s\p{Cf}\u115f\u1160\u3164\uffa0]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a-\u207c\u208a-\u208c\u2212])/u

export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map(writeLine).join('')
}

/** The text of a table of any length, page by page: the header comes with the first page. */
export async function* writeCsvPages<Row>(
  header: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly string[],
): AsyncGenerator<string> {
  let pending = writeLine(header)
  for await (const rows of pages) {
    yield pending + rows.map((row) => writeLine(cellsOf(row))).join('')
    pending = ''
  }
  if (pending !== '') yield pending
}

const writeLine = (cells: readonly string[]) => `${cells.map(writeCell).join(',')}\r\n`

function writeCell(text: string): string {
  const guarded = formula.test(text) ? `'${text}` : text
  // Blanks at the ends are quoted too, because some programs trim what is not.
  return /[",;\t\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

const unlimited: CsvLimits = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY }

/** Takes what people's programs write: a byte order mark, any line ends, and commas, semicolons or tabs between the cells. */
export function readCsv(text: string, limits: CsvLimits = unlimited): CsvTable {
  const content = text.replace(/^\ufeff/, '')
  const [first, ...rows] = readRows(content, separatorOf(content), limits)
  if (!first) throw new CsvError('must begin with a line that names the columns')
  for (const { line, cells } of rows) {
    if (cells.length !== first.cells.length) {
      throw new CsvError(`has ${cells.length} cells in line ${line} under ${first.cells.length} columns`)
    }
  }
  return { header: first.cells, rows }
}

function separatorOf(text: string): string {
  // Quoted titles may hold any of them.
  const header = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  const frequency = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (frequency(each) > frequency(best) ? each : best))
}

function readRows(text: string, separator: string, limits: CsvLimits): CsvTable['rows'] {
  const rows: CsvTable['rows'] = []
  let line = 1
  let at = 0
  while (at < text.length) {
    const cells: string[] = []
    const begin = line
    for (;;) {
      const isQuoted = text[at] === '"'
      const { cell, end } = isQuoted ? readQuoted(text, at, separator, line) : readPlain(text, at, separator)
      cells.push(marked.test(cell) ? cell.slice(1) : cell)
      if (isQuoted) line += countLineEnds(text.slice(at, end))
      at = end
      if (text[at] !== separator) break
      if (cells.length >= limits.columns) throw new CsvError(`has more than ${limits.columns} columns`)
      at++
    }
    if (cells.some((cell) => cell !== '')) rows.push({ line: begin, cells })
    if (rows.length > limits.rows + 1) throw new CsvError(`has more than ${limits.rows} rows; send it in parts`)
    if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1
      line++
    }
  }
  return rows
}

function readPlain(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return { cell: text.slice(start, end), end }
}

function readQuoted(text: string, start: number, separator: string, line: number): { cell: string; end: number } {
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new CsvError(`has a quoted cell in line ${line} without its closing quote`)
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const after = text[quote + 1]
      if (after !== undefined && after !== separator && after !== '\r' && after !== '\n') {
        throw new CsvError(`has text after the closing quote of a cell in line ${line + countLineEnds(cell)}`)
      }
      return { cell, end: quote + 1 }
    }
    cell += '"'
    at = quote + 2
  }
}

const countLineEnds = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0
