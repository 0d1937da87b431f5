import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Yielder } from '../../../operation/yield-to-event-loop.ts'
import { writeCsvPages } from '../../../platform/csv.ts'
import type { SnapshotReader } from '../../../platform/database/snapshot-reader.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { exportedTables, type FleetTable } from './exported-tables.ts'
import { exportReadme } from './readme-text.ts'
import type { SecretEncryption } from './secret-encryption.ts'

export interface ExportOptions {
  snapshot: SnapshotReader
  secrets: Secrets
  /** null: no secrets in the export. */
  encryption: SecretEncryption | null
  version: string
  createdAt: Date
}

const formatVersion = 1
const compressionLevel = 4

type Row = Record<string, unknown>

/** The zip file in parts, each when the caller is ready for it. Closes the snapshot at the end, also when the caller stops reading. */
export async function* writeExport(options: ExportOptions): AsyncGenerator<Buffer> {
  const { snapshot, createdAt, encryption } = options
  const zip = new ZipFile()
  // The library creates a PassThrough; its types are those of old streams.
  const output = zip.outputStream as Readable
  const counts: Record<string, number> = {}
  const fail = (error: Error) => output.destroy(error)
  const add = (path: string, parts: () => AsyncIterable<string | Buffer>) =>
    zip.addReadStreamLazy(path, { mtime: createdAt, compressionLevel, mode: 0o600 }, (ready) =>
      // The library does not report errors of these streams: without a listener, a lost connection would end the process.
      ready(null, Readable.from(parts(), { objectMode: false }).on('error', fail)),
    )
  zip.on('error', fail)
  add('README.txt', () => one(exportReadme(encryption !== null)))
  for (const table of exportedTables) {
    add(`jsonl/${table.table}.jsonl`, () => jsonLines(snapshot, table, counts))
    add(`csv/${table.table}.csv`, () => csv(snapshot, table))
  }
  if (encryption) {
    add('secrets/secrets.key', () => one(encryption.sealedKeys))
    add('secrets/secrets.jsonl.enc', () => encryption.encrypt(secretLines(options)))
    add('secrets/secrets.hmac', () => one(encryption.digest()))
  }
  add('manifest.json', () => one(describeExport(options, counts)))
  zip.end()
  try {
    for await (const part of output) yield part
  } finally {
    output.destroy()
    snapshot.close()
  }
}

async function* one(content: string | Buffer) {
  yield content
}

const columnsOf = ({ columns }: FleetTable) => columns.split(' ')

async function* jsonLines(snapshot: SnapshotReader, table: FleetTable, counts: Record<string, number>) {
  counts[table.table] = 0
  for await (const rows of snapshot.rows({ ...table, columns: columnsOf(table) })) {
    counts[table.table] = (counts[table.table] ?? 0) + rows.length
    yield `${rows.join('\n')}\n`
  }
}

function csv(snapshot: SnapshotReader, table: FleetTable): AsyncGenerator<string> {
  const columns = columnsOf(table)
  return writeCsvPages(columns, snapshot.rows({ ...table, columns }), (text) => {
    // Written by PostgreSQL from these columns.
    const row = JSON.parse(text) as Row
    return columns.map((column) => cellOf(row[column]))
  })
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** One line per secret: `{"table": "sites", "key": {"id": 7}, "column": "private_key", "value": "…"}`. */
async function* secretLines({ snapshot, secrets }: ExportOptions): AsyncGenerator<string> {
  const yielder = new Yielder()
  for (const exported of exportedTables) {
    const { table, key: keyColumns, secrets: sealed = [], clearSecrets: clear = [] } = exported
    const columns = [...sealed, ...clear]
    if (columns.length === 0) continue
    for await (const rows of snapshot.rows({
      table,
      key: keyColumns,
      columns: [...keyColumns, ...columns],
      having: columns,
    })) {
      let lines = ''
      for (const text of rows) {
        // As above.
        const row = JSON.parse(text) as Record<string, string | null>
        const key = Object.fromEntries(keyColumns.map((column) => [column, row[column]]))
        for (const column of columns) {
          const stored = row[column]
          if (stored === null || stored === undefined || stored === '') continue
          const opened = clear.includes(column) ? { value: stored } : open(secrets, stored, `${table}.${column}`)
          lines += `${JSON.stringify({ table, key, column, ...opened })}\n`
        }
        await yielder.next()
      }
      yield lines
    }
  }
}

/** A damaged value must not prevent the export of all others. */
function open(secrets: Secrets, stored: string, column: string): { value: string | null; problem?: string } {
  try {
    return { value: secrets.open(stored, column) }
  } catch {
    return { value: null, problem: 'The stored value cannot be opened with the master key.' }
  }
}

function describeExport({ version, createdAt, encryption }: ExportOptions, rows: Record<string, number>): string {
  const manifest = { format: formatVersion, flotilla: version, created_at: createdAt.toISOString() }
  return `${JSON.stringify({ ...manifest, has_secrets: encryption !== null, rows }, null, 2)}\n`
}
