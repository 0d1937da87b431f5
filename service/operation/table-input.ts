import { z } from 'zod'
import { CsvError, readCsv } from '../platform/csv.ts'
import { invalidInput } from './errors.ts'
import { guessColumns, type ImportKind, isIgnoredTitle } from './import-columns.ts'
import { ownValue } from './own-value.ts'

/** Tables that callers send as CSV: rows of named fields, and problems by line. */

export const csvText = z
  .string()
  .max(20_000_000)
  .describe('A table as CSV, as the export writes it: the first line names the columns, empty cells clear.')

export interface TableRow {
  /** Counted from 1, without the line that names the columns. */
  row: number
  /** The line in the text; for records the same as the row. */
  line: number
  fields: Record<string, string>
}

const limits = { rows: 10_000, columns: 1_000 }
const shownColumns = 20

/** `fieldsOf` maps the titles of the columns to fields: null for an ignored column, undefined for an unknown one. */
export function readTable(
  csv: string,
  fieldsOf: (titles: string[]) => (string | null | undefined)[],
  known: string[],
): TableRow[] {
  const { header, rows } = refuseCsvErrors(() => readCsv(csv, limits))
  const fields = fieldsOf(header.map((title) => title.trim()))
  refuseUnknownFields(
    'csv',
    header.filter((_, index) => fields[index] === undefined),
    known,
  )
  const twice = fields.find((field, index) => field && fields.indexOf(field) !== index)
  if (twice) throw invalidInput({ csv: `has the column ${twice} twice` })
  if (rows.length === 0) throw invalidInput({ csv: 'has no rows below the line that names the columns' })
  return rows.map(({ line, cells }, index) => ({
    row: index + 1,
    line,
    fields: Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, (cells[at] ?? '').trim()]] : []))),
  }))
}

function refuseUnknownFields(where: 'csv' | 'rows', unknown: readonly string[], known: string[]): void {
  if (unknown.length === 0) return
  const shown = unknown.slice(0, shownColumns).join(', ')
  const further = unknown.length > shownColumns ? ` and ${unknown.length - shownColumns} more` : ''
  throw invalidInput({ [where]: `has unknown columns: ${shown}${further}; known columns: ${known.join(', ')}` })
}

interface KindTable {
  csv?: string | undefined
  rows?: Record<string, unknown>[] | undefined
  columns?: Record<string, string | null> | undefined
}

/** The rows of a table of this kind, from CSV or from records. Cells are texts; an empty one clears its field. */
export function readKindTable(kind: ImportKind, { csv, rows, columns = {} }: KindTable): TableRow[] {
  if ((csv === undefined) === (rows === undefined)) throw invalidInput({ rows: 'give either rows or csv' })
  const known = kind.fields.map(({ name }) => name)
  if (kind.customField) known.push('field: <name of a custom field>')
  const isKnown = (field: string) => known.includes(field) || kind.customField?.(field) === field
  if (csv !== undefined) {
    const fieldsOf = (titles: string[]) => {
      const guessed = guessColumns(kind, titles)
      return titles.map((title, index) => {
        const given = ownValue(columns, title)
        if (given !== undefined) return given === null || isKnown(given) ? given : undefined
        return isIgnoredTitle(kind, title) ? null : (guessed[index] ?? undefined)
      })
    }
    return readTable(csv, fieldsOf, known)
  }
  if (!rows || rows.length === 0) throw invalidInput({ rows: 'has no rows' })
  const unknown = new Set(rows.flatMap((record) => Object.keys(record).filter((name) => !isKnown(name))))
  refuseUnknownFields('rows', [...unknown], known)
  return rows.map((record, index) => ({
    row: index + 1,
    line: index + 1,
    fields: Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toCell(value, name, index + 1)])),
  }))
}

function toCell(value: unknown, name: string, row: number): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map((each) => toCell(each, name, row)).join('; ')
  throw invalidInput({ rows: `has an object in row ${row}: ${name} must be a text, a number or a list of them` })
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
