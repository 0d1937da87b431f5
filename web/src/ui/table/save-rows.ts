import { save } from '../../actions/download.ts'

/** As in exports of the service: text that a spreadsheet may run as a formula gets an apostrophe. */
const formula =
  /^'*(?:[\p{Cc}\u2028\u2029]|[\s\p{Cf}\u115f\u1160\u3164\uffa0]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a-\u207c\u208a-\u208c\u2212])/u

/** Saves rows that the browser has, because the service does not store them: answers of sites. */
export function saveRows(name: string, format: 'csv' | 'jsonl', rows: readonly object[]): void {
  const content = format === 'csv' ? toCsv(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  save(new Blob([content], { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' }), `${name}.${format}`)
}

function toCsv(rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => columns.map((column) => textOf((row as Record<string, unknown>)[column])))
  return [columns, ...lines].map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function writeCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",;\t|\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
