import { Yielder } from '../../../operation/yield-to-event-loop.ts'
import { snapshotCsv, snapshotJsonLines } from '../../../platform/database/snapshot-files.ts'
import type { SnapshotReader } from '../../../platform/database/snapshot-reader.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { onePart, streamZip, type ZippedFile } from '../../../platform/stream-zip.ts'
import { exportedTables } from './exported-tables.ts'
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

/** The zip file in parts, each when the caller is ready for it. Closes the snapshot at the end, also when the caller stops reading. */
export function writeExport(options: ExportOptions): AsyncGenerator<Buffer> {
  const { snapshot, createdAt, encryption } = options
  const counts: Record<string, number> = {}
  const entries: ZippedFile[] = [{ path: 'README.txt', parts: () => onePart(exportReadme(encryption !== null)) }]
  for (const table of exportedTables) {
    const query = { ...table, columns: table.columns.split(' ') }
    counts[table.table] = 0
    const count = (rows: number) => {
      counts[table.table] = (counts[table.table] ?? 0) + rows
    }
    entries.push(
      { path: `jsonl/${table.table}.jsonl`, parts: () => snapshotJsonLines(snapshot, query, count) },
      { path: `csv/${table.table}.csv`, parts: () => snapshotCsv(snapshot, query) },
    )
  }
  if (encryption)
    entries.push(
      { path: 'secrets/secrets.key', parts: () => onePart(encryption.sealedKeys) },
      { path: 'secrets/secrets.jsonl.enc', parts: () => encryption.encrypt(secretLines(options)) },
      { path: 'secrets/secrets.hmac', parts: () => onePart(encryption.digest()) },
    )
  entries.push({ path: 'manifest.json', parts: () => onePart(describeExport(options, counts)) })
  return streamZip(entries, createdAt, () => snapshot.close())
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
