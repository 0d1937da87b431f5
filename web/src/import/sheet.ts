export type Fields = Readonly<Record<string, string>>

/** Rows by normalized column name, without empty cells. A list of addresses alone needs no header. */
export function recordsOf([head, ...lines]: readonly string[][]): Fields[] {
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
