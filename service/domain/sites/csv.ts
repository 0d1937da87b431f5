import { invalidInput } from '../../operation/errors.ts'

/** A table as text: the first line names the columns, quotes hold what contains separators, quotes or line ends. */
export function readCsv(text: string, mostRows = 10_000): Record<string, string>[] {
  const [header, ...lines] = readLines(text.replace(/^\ufeff/, ''), mostRows)
  if (!header) throw invalidInput({ csv: 'must begin with a line that names the columns, such as url,admin' })
  const names = header.map(toFieldName)
  return lines.map((cells) => {
    const record: Record<string, string> = {}
    for (const [index, cell] of cells.entries()) {
      // A cell beyond the header is a mistake that would otherwise vanish; an empty one says nothing.
      if (cell !== '') record[names[index] ?? `column ${index + 1}`] = cell
    }
    return record
  })
}

const toFieldName = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Spreadsheets separate by comma or, where the comma is taken, by semicolon or tab. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  return [',', ';', '\t'].reduce((best, each) => (header.split(each).length > header.split(best).length ? each : best))
}

const mostColumns = 1_000

function readLines(text: string, mostRows: number): string[][] {
  const separator = separatorOf(text)
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  const endLine = () => {
    if (line.some((cell) => cell !== '')) lines.push(line)
    if (lines.length > mostRows + 1) throw invalidInput({ csv: `holds more than ${mostRows} rows; send it in parts` })
    line = []
  }
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator)
    line.push(cell.trim())
    if (line.length > mostColumns) throw invalidInput({ csv: `has more than ${mostColumns} columns` })
    at = end
    if (text[at] === separator) {
      at++
      if (at === text.length) line.push('')
    } else {
      endLine()
      at += text.startsWith('\r\n', at) ? 2 : 1
    }
  }
  endLine()
  return lines
}

function readPlain(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return { cell: text.slice(start, end), end }
}

function readQuoted(text: string, start: number) {
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw invalidInput({ csv: 'has a quoted cell without its closing quote' })
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { cell, end: toSeparator(text, quote + 1) }
    cell += '"'
    at = quote + 2
  }
}

/** Blanks after a closing quote are forgiven. */
function toSeparator(text: string, at: number): number {
  let end = at
  while (text[end] === ' ') end++
  return end
}
