import { writeCsvPages } from '../platform/csv.ts'
import { FileAnswer, startFile } from './answers.ts'
import { invalidInput } from './errors.ts'
import type { JsonSchema } from './json-schema.ts'

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** More rows are refused instead of left out. */
export const maxExportedRows = 100_000

export interface ExportedPage {
  rows: unknown[]
  total: number
}

interface ListExport {
  /** The name of the file, without its ending. */
  name: string
  format: ExportFormat
  /** Of one row; null: the columns are those of the first page. */
  schema: JsonSchema | null
  /** Null: the list has no pages. */
  pageSize: number | null
  fetchPage(page: number): Promise<ExportedPage>
}

/** All rows of a list as a file. Each page is fetched when the caller is ready for it. */
export async function exportList({ name, format, schema, pageSize, fetchPage }: ListExport): Promise<FileAnswer> {
  const first = await fetchPage(1)
  if (first.total > maxExportedRows)
    throw invalidInput({
      _format: `is for at most ${maxExportedRows} rows, and the list has ${first.total}; narrow it with a filter`,
    })
  async function* pages() {
    yield first.rows
    if (pageSize === null) return
    for (let page = 2; (page - 1) * pageSize < first.total; page++) yield (await fetchPage(page)).rows
  }
  return exportRows({ name, format, columns: columnsOf(schema) ?? keysOf(first.rows), pages: pages() })
}

interface RowsExport {
  name: string
  format: ExportFormat
  columns: readonly string[]
  pages: AsyncIterable<unknown[]>
}

/** Rows as CSV with these columns (`client.name` is a field of an object), or as one JSON object per line. */
export async function exportRows({ name, format, columns, pages }: RowsExport): Promise<FileAnswer> {
  const parts =
    format === 'csv'
      ? writeCsvPages(columns, pages, (row) => columns.map((column) => cellOf(row, column)))
      : writeLines(pages)
  const mediaType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8'
  return new FileAnswer(`${name}.${format}`, mediaType, await startFile(parts))
}

async function* writeLines(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  for await (const rows of pages) if (rows.length > 0) yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function cellOf(row: unknown, column: string): string {
  const [key = '', inner] = column.split('.')
  const value = fieldOf(row, key)
  return textOf(inner === undefined ? value : fieldOf(value, inner))
}

const fieldOf = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** Lists of named things are their names. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    const texts = value.map((each) => (isRecord(each) ? fieldOf(each, 'name') : each))
    if (texts.every((text) => typeof text === 'string' || typeof text === 'number')) return texts.join('; ')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Of an object or of the object that may be null. */
function propertiesOf({ properties, anyOf = [] }: JsonSchema): Record<string, JsonSchema> | undefined {
  return properties ?? anyOf.find((branch) => branch.properties)?.properties
}

function columnsOf(schema: JsonSchema | null): string[] | null {
  const fields = schema && propertiesOf(schema)
  if (!fields) return null
  return Object.entries(fields).flatMap(([name, field]) => {
    const inner = propertiesOf(field)
    return inner ? Object.keys(inner).map((key) => `${name}.${key}`) : [name]
  })
}

const keysOf = (rows: readonly unknown[]): string[] => [...new Set(rows.filter(isRecord).flatMap(Object.keys))]
