import { z } from 'zod'
import { CsvError, readCsv } from '../platform/csv.ts'
import { invalidInput } from './errors.ts'

/** Tables that callers send as CSV: rows of named fields, and problems by line. */

export const csvText = z
  .string()
  .max(20_000_000)
  .describe('A table as CSV, as the export writes it: the first line names the columns, empty cells clear.')

export interface TableRow {
  line: number
  fields: Record<string, string>
}

const limits = { rows: 10_000, columns: 1_000 }
const shownColumns = 20

/** `fieldOf` maps a column title to its field: null for an ignored column, undefined for an unknown one. */
export function readTable(
  csv: string,
  fieldOf: (title: string) => string | null | undefined,
  known: string[],
): TableRow[] {
  const { header, rows } = refuseCsvErrors(() => readCsv(csv, limits))
  const fields = header.map((title) => fieldOf(title.trim()))
  const unknown = header.filter((_, index) => fields[index] === undefined)
  if (unknown.length > 0) {
    const shown = unknown.slice(0, shownColumns).join(', ')
    const further = unknown.length > shownColumns ? ` and ${unknown.length - shownColumns} more` : ''
    throw invalidInput({ csv: `has unknown columns: ${shown}${further}; known columns: ${known.join(', ')}` })
  }
  const twice = fields.find((field, index) => field && fields.indexOf(field) !== index)
  if (twice) throw invalidInput({ csv: `has the column ${twice} twice` })
  if (rows.length === 0) throw invalidInput({ csv: 'has no rows below the line that names the columns' })
  return rows.map(({ line, cells }) => ({
    line,
    fields: Object.fromEntries(fields.flatMap((field, index) => (field ? [[field, (cells[index] ?? '').trim()]] : []))),
  }))
}

/** Runs a reader of CSV and refuses the input if it is not a table. */
export function refuseCsvErrors<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof CsvError) throw invalidInput({ csv: error.message })
    throw error
  }
}

/** Normalises a column title: `Last renewal` is last_renewal. */
export const toFieldName = (title: string) => title.toLowerCase().replace(/[\s-]+/g, '_')

export interface LineProblems {
  line: number
  problems: Record<string, string>
}

const shown = 50

/** Refuses the whole table if a line is wrong: a partial import is of no use. */
export function refuseLines(found: readonly LineProblems[]): void {
  const all = found
    .toSorted((one, other) => one.line - other.line)
    .flatMap(({ line, problems }) =>
      Object.entries(problems).map(([field, reason]): [string, string] => [`line ${line}: ${field}`, reason]),
    )
  if (all.length === 0) return
  const further = all.length > shown ? [['csv', `has ${all.length - shown} more mistakes`]] : []
  throw invalidInput(Object.fromEntries([...all.slice(0, shown), ...further]), shown + 1)
}

/** Several names in one cell, separated by semicolons. */
export const namesIn = (cell: string) =>
  cell
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
