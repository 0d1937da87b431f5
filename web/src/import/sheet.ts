export type Fields = Readonly<Record<string, string>>

export interface Sheet {
  /** As spelled in the list. */
  columns: string[]
  rows: Fields[]
}

/** Rows with all cells: an empty cell has a meaning. */
export function sheetOf([columns = [], ...lines]: readonly string[][]): Sheet {
  const rows = lines.map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])))
  return { columns, rows }
}

/** Returns CSV text and the line on which each row begins, since the service reports errors by line. */
export function writeSheet(columns: readonly string[], rows: readonly Fields[]): { csv: string; lines: number[] } {
  const formatRow = (cells: readonly string[]) =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`
  let csv = formatRow(columns)
  const lines: number[] = []
  let line = csv.split('\n').length
  for (const fields of rows) {
    const text = formatRow(columns.map((name) => fields[name] ?? ''))
    lines.push(line)
    line += text.split('\n').length - 1
    csv += text
  }
  return { csv, lines }
}
