import { writeCsv } from '../../platform/csv.ts'
import { printable, printJson, printTable } from '../terminal.ts'
import type { Format } from './read-call.ts'

type Row = Record<string, unknown>

export interface ShownAnswer {
  /** Rows of a list, or one record. */
  rows: Row[]
  isList: boolean
  /** Rows of all pages. */
  total: number
}

const maxColumns = 6

/** The rows of an answer: `data` over REST, otherwise the output or its list. */
export function readShownAnswer(answer: Row): ShownAnswer {
  const data = 'success' in answer ? answer.data : answer
  const lists = isRow(data) ? Object.values(data).filter((value) => Array.isArray(value)) : []
  const list = Array.isArray(data) ? data : isRow(data) && Array.isArray(data.items) ? data.items : null
  const only = list ?? (lists.length === 1 && !isRecord(data) ? lists[0] : null)
  const rows = only ? only.map((row) => (isRow(row) ? row : { value: row })) : isRow(data) ? [data] : []
  const total = typeof answer.total === 'number' ? answer.total : rows.length
  return { rows, isList: only !== null && only !== undefined, total }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const isRecord = (value: unknown) => isRow(value) && 'id' in value

/** Prints the answer; JSON escapes control characters of sites, the others have none. */
export function showAnswer(answer: ShownAnswer, format: Format, fields: string[] | null): void {
  const { rows, isList, total } = answer
  if (format === 'count') console.log(String(total))
  else if (format === 'ids') for (const row of rows) console.log(printable(String(row.id ?? row.site_id ?? '')))
  else if (format === 'json') printJson(isList ? rows.map((row) => pick(row, fields)) : pick(rows[0] ?? {}, fields))
  else if (format === 'table' && !isList) showRecord(pick(rows[0] ?? {}, fields))
  else showTable(rows, format, fields)
}

const showRecord = (record: Row) =>
  printTable(
    Object.entries(record).map(([field, value]) => ({ field, value: asText(value) })),
    ['field', 'value'],
  )

function showTable(rows: Row[], format: Format, fields: string[] | null): void {
  const columns = fields ?? columnsOf(rows, format === 'table' ? maxColumns : Infinity)
  const cells = rows.map((row) => Object.fromEntries(columns.map((column) => [column, asText(row[column])])))
  if (format === 'table') printTable(cells, columns)
  else
    process.stdout.write(
      writeCsv(
        columns,
        cells.map((row) => columns.map((column) => printable(row[column] ?? ''))),
      ),
    )
}

const pick = (row: Row, fields: string[] | null): Row =>
  fields ? Object.fromEntries(fields.map((field) => [field, row[field]])) : row

const columnsOf = (rows: Row[], max: number): string[] =>
  Object.entries(rows[0] ?? {})
    .filter(([, value]) => typeof value !== 'object' || value === null)
    .slice(0, max)
    .map(([column]) => column)

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
