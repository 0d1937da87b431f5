import { z } from 'zod'
import { readCsvRows } from '../platform/csv.ts'
import { invalidInput, refusedFields, ServiceError } from './errors.ts'
import { guessColumns, type ImportKind, isIgnoredTitle } from './import-columns.ts'
import { ownValue } from './own-value.ts'
import { shorten } from './shorten.ts'
import { refuseCsvErrors, toFieldName } from './table-input.ts'

/** The rows of an imported table, from CSV or as records, with the mapping of its columns; and what becomes of each row. */

export const importLimit = 10_000
const maxColumns = 1_000

export const columnMapping = z
  .record(z.string().max(500), z.string().max(500).nullable())
  .optional()
  .describe(
    'For csv: the field of a column by its title; null ignores the column. Other columns are matched by their titles.',
  )

export const importRecords = z
  .array(z.record(z.string(), z.unknown()))
  .max(importLimit)
  .optional()
  .describe('The same as records, instead of csv.')

export interface GivenRow {
  /** Counted from 1, without the line that names the columns. */
  row: number
  fields: Record<string, unknown>
}

interface GivenTable {
  csv?: string | undefined
  rows?: Record<string, unknown>[] | undefined
  columns?: Record<string, string | null> | undefined
}

/** Rows as given; each is validated on its own later. Rows may be shorter or longer than the header. */
export function readGivenRows(kind: ImportKind, { csv, rows, columns = {} }: GivenTable): GivenRow[] {
  if ((csv === undefined) === (rows === undefined)) throw invalidInput({ rows: 'give either rows or csv' })
  const records = rows ?? readRecords(kind, csv ?? '', columns)
  if (records.length === 0) throw invalidInput({ [rows ? 'rows' : 'csv']: 'has no rows' })
  return records.map((fields, index) => ({ row: index + 1, fields }))
}

function readRecords(kind: ImportKind, csv: string, columns: Record<string, string | null>): Record<string, string>[] {
  const [header, ...rows] = refuseCsvErrors(() => readCsvRows(csv, { rows: importLimit, columns: maxColumns }))
  if (!header) {
    const names = kind.fields.slice(0, 2).map(({ name }) => name)
    throw invalidInput({ csv: `must start with a line that names the columns, such as ${names.join(',')}` })
  }
  const fields = mapColumns(kind, header.cells, columns)
  return rows.map(({ cells }) => {
    const record: Record<string, string> = {}
    for (const [index, cell] of cells.entries()) {
      // A cell beyond the header gets a made-up name, so that the mistake is reported.
      const field = index < fields.length ? fields[index] : `column ${index + 1}`
      const text = cell.trim()
      if (text !== '' && field != null) record[field] = text
    }
    return record
  })
}

/** The field of each column. A title that is not known becomes the name of a field, so that the rows are refused. */
export function mapColumns(
  kind: ImportKind,
  titles: readonly string[],
  columns: Record<string, string | null>,
): (string | null)[] {
  const guessed = guessColumns(kind, titles)
  const fields = titles.map((title, index) => {
    const given = ownValue(columns, title.trim())
    if (given !== undefined) return given
    if (isIgnoredTitle(kind, title)) return null
    return guessed[index] ?? toFieldName(title.trim())
  })
  const twice = fields.find((field, index) => field !== null && fields.indexOf(field) !== index)
  if (twice) throw invalidInput({ csv: `has two columns for ${twice}; ignore one of them with columns` })
  return fields
}

/** Why a row cannot be imported, by field. */
export interface RejectedRow {
  row: number
  problems: Record<string, string>
}

export interface SkippedRow {
  row: number
  message: string
}

// More would make the answer many times larger than the request.
const maxRejected = 1_000
const maxReason = 300
const maxFields = 10

/** The parts of a plan that say which rows are left out, and which clients and tags are created on the way. */
export function describeLeftOut({
  rejected,
  skipped,
  creates = { clients: [], tags: [] },
}: {
  rejected: readonly RejectedRow[]
  skipped: readonly SkippedRow[]
  creates?: { clients: string[]; tags: string[] }
}) {
  return {
    creates,
    rejected: rejected.slice(0, maxRejected).map(({ row, problems }) => ({
      row,
      problems: Object.fromEntries(
        Object.entries(problems)
          .slice(0, maxFields)
          .map(([field, reason]) => [shorten(field, 100), shorten(reason, maxReason)]),
      ),
    })),
    total_rejected: rejected.length,
    skipped: skipped.slice(0, maxRejected),
    total_skipped: skipped.length,
  }
}

/** The problems of a refused row by field; `field` is for errors that name none. Throws other errors. */
export function fieldProblemsOf(error: unknown, field: string): Record<string, string> {
  if (!(error instanceof ServiceError)) throw error
  return refusedFields(error) ?? { [field]: error.message }
}

/** What became of a row. */
export const RowResult = z.object({
  row: z.int(),
  outcome: z.enum(['created', 'merged', 'skipped', 'failed']),
  id: z.int().nullable(),
  label: z.string(),
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type RowResult = z.output<typeof RowResult>

/** The results of all rows in their order: of the imported ones, and of those that were left out. */
export function toResults(
  imported: readonly RowResult[],
  { rejected, skipped }: { rejected: readonly RejectedRow[]; skipped: readonly SkippedRow[] },
): RowResult[] {
  const leftOut = { id: null, label: '' }
  const refused = rejected.map(({ row, problems }): RowResult => {
    const { code, message } = invalidInput(problems)
    return { row, outcome: 'failed', ...leftOut, code, message: shorten(message, 1_000) }
  })
  const passed = skipped.map(
    ({ row, message }): RowResult => ({ row, outcome: 'skipped', ...leftOut, code: null, message }),
  )
  return [...imported, ...refused, ...passed].sort((one, other) => one.row - other.row)
}

/** Keys of equal rows: the first row with a key counts, the others are skipped. */
export function findRepeatedRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<Row, Row> {
  const first = new Map<string, Row>()
  const repeated = new Map<Row, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row)
    else repeated.set(row, earlier)
  }
  return repeated
}
