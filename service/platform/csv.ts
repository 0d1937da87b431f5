import { type CsvErrorCode, CsvError as ParseError, parse } from 'csv-parse/sync'

/** Tables as text, after RFC 4180: quotes only where needed, quotes doubled, lines ended by CR LF. */

export interface CsvRow {
  /** The first line of the row in the text, counted from 1, as an editor shows it. */
  line: number
  cells: string[]
}

export interface CsvTable {
  header: string[]
  rows: CsvRow[]
}

/** Reading stops at the first row or cell above a limit. */
export interface CsvLimits {
  /** Without the header. */
  rows: number
  columns: number
}

/** The text is not a table; the message has the line and the reason. */
export class CsvError extends Error {}

/**
 * Text that a spreadsheet may run as a formula, with or without our apostrophe before it: after blanks and invisible
 * characters one of = + - @, also full-width, small, superscript or subscript, or the minus sign, which some programs convert
 * to ASCII; or a control character. The writer adds an apostrophe; the reader removes it.
 */
const formula =
  /^'*(?:[\p{Cc}\u2028\u2029]|[\s\p{Cf}\u115f\u1160\u3164\uffa0]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a-\u207c\u208a-\u208c\u2212])/u
const guarded =
  /^'+(?:[\p{Cc}\u2028\u2029]|[\s\p{Cf}\u115f\u1160\u3164\uffa0]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a-\u207c\u208a-\u208c\u2212])/u

export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map(writeLine).join('')
}

/** The text of a long table, page by page: the first page includes the header. */
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
  const safe = formula.test(text) ? `'${text}` : text
  // Blanks at the ends are quoted too, because programs trim unquoted cells.
  return /[",;\t|\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const unlimited: CsvLimits = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY }

/** A table in which all rows have the width of the header. */
export function readCsv(text: string, limits: CsvLimits = unlimited): CsvTable {
  const [first, ...rows] = readCsvRows(text, limits)
  if (!first) throw new CsvError('must begin with a line that names the columns')
  for (const { line, cells } of rows) {
    if (cells.length !== first.cells.length) {
      throw new CsvError(`has ${cells.length} cells in line ${line} under ${first.cells.length} columns`)
    }
  }
  return { header: first.cells, rows }
}

/**
 * All rows that are not blank, the header first. Accepts a byte order mark, any line ends, and commas, semicolons, tabs or
 * pipes between the cells. Blanks around cells and quotes are removed.
 */
export function readCsvRows(text: string, limits: CsvLimits = unlimited): CsvRow[] {
  const content = text.replace(/^\ufeff/, '')
  const rows: CsvRow[] = []
  let line = 1
  try {
    parse(content, {
      delimiter: separatorOf(content),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      cast(cell, { index }) {
        if (index >= limits.columns) throw new CsvError(`has more than ${limits.columns} columns`)
        return guarded.test(cell) ? cell.slice(1) : cell
      },
      on_record(cells: string[]) {
        if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
        if (rows.length > limits.rows + 1) throw new CsvError(`has more than ${limits.rows} rows; send it in parts`)
        // The parser counts CR LF inside a cell as two lines.
        line += 1 + countLineEnds(cells)
        return null
      },
    })
  } catch (error) {
    if (error instanceof ParseError) throw new CsvError(describe(error.code, line))
    throw error
  }
  return rows
}

function describe(code: CsvErrorCode, line: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `has a quoted cell in line ${line} without its closing quote`
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return `has text after the closing quote of a cell in line ${line}`
  if (code === 'INVALID_OPENING_QUOTE') {
    return `has a quote inside a cell in line ${line}; put the whole cell in quotes and double the quotes in it`
  }
  return `cannot be read as CSV in line ${line}`
}

function separatorOf(text: string): string {
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1)
  const header = firstLine.replace(/"[^"]*"/g, '')
  const frequency = (separator: string) => header.split(separator).length
  return [',', ';', '\t', '|'].reduce((best, each) => (frequency(each) > frequency(best) ? each : best))
}

const countLineEnds = (cells: string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
