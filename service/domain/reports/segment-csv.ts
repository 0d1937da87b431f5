import { writeCsv } from '../../platform/csv.ts'
import type { ReportRow } from './report.ts'

/** The rows as a table; times and numbers as programs read them. */
export const segmentCsv = (columns: readonly string[], rows: readonly ReportRow[]): string =>
  writeCsv(
    columns,
    rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
  )
