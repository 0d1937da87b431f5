export function readCells(text: string): string[][] {
  const separator = separatorOf(text)
  const lines: string[][] = []
  let [line, cell, quoted] = [[] as string[], '', false]
  const endCell = () => {
    line.push(cell.trim())
    cell = ''
  }
  const endLine = () => {
    endCell()
    if (line.some((each) => each !== '')) lines.push(line)
    line = []
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (letter === '"' && cell.trim() === '') {
      cell = ''
      quoted = true
    } else if (letter === separator) endCell()
    else if (letter === '\n') endLine()
    else if (letter !== '\r' && letter !== '\uFEFF') cell += letter
  }
  endLine()
  return lines
}

/** Spreadsheets separate cells by comma, semicolon or tab, depending on the locale. */
function separatorOf(text: string): string {
  const head = text.split('\n', 1)[0]!
  return [',', ';', '\t'].reduce((best, each) => (head.split(each).length > head.split(best).length ? each : best))
}

export type Fields = Readonly<Record<string, string>>

/** Rows by column name. A list of addresses alone needs no header. */
export function readCsv(text: string): Fields[] {
  const [head, ...lines] = readCells(text)
  if (!head) return []
  if (head.every((cell) => /^https?:\/\//i.test(cell))) return [head, ...lines].map(([url = '']) => ({ url }))
  const names = head.map((name) => name.toLowerCase().replaceAll(/[\s-]+/g, '_'))
  return lines.map((cells) =>
    Object.fromEntries(names.flatMap((name, at) => (name && cells[at] ? [[name, cells[at]!]] : []))),
  )
}

export interface Sheet {
  /** As spelled in the list. */
  columns: string[]
  rows: Fields[]
}

/** Rows with all cells: an empty cell has a meaning. */
export function readSheet(text: string): Sheet {
  const [columns = [], ...lines] = readCells(text)
  const rows = lines.map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])))
  return { columns, rows }
}

/** Returns CSV text and the line on which each row begins, since the service reports errors by line. */
export function writeSheet(columns: readonly string[], rows: readonly Fields[]): { csv: string; lines: number[] } {
  const written = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`
  let csv = written(columns)
  const lines: number[] = []
  let line = csv.split('\n').length
  for (const fields of rows) {
    const text = written(columns.map((name) => fields[name] ?? ''))
    lines.push(line)
    line += text.split('\n').length - 1
    csv += text
  }
  return { csv, lines }
}
