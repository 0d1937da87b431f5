import { line } from '../../platform/connector/reading/text.ts'
import { snapshotCsv, snapshotJsonLines } from '../../platform/database/snapshot-files.ts'
import type { SnapshotReader } from '../../platform/database/snapshot-reader.ts'
import { onePart, streamZip, type ZippedFile } from '../../platform/stream-zip.ts'
import { exportedTables } from '../moving-in/index.ts'
import type { ClientDataTable } from './client-data-table.ts'
import type { ClientSubject } from './client-subject.ts'
import { clientTables } from './client-tables.ts'

interface ArchivedTable {
  table: ClientDataTable
  columns: string[]
  key: readonly string[]
}

const ofFleet = new Map(exportedTables.map((exported) => [exported.table, exported]))

/** The tables of an archive with their columns; secrets are in none of them. */
export const archivedTables: readonly ArchivedTable[] = clientTables.flatMap((table) => {
  if (table.columns === null) return []
  const exported = ofFleet.get(table.table)
  const columns = table.columns ?? exported?.columns
  if (columns === undefined) throw new Error(`${table.table} has no columns for an archive.`)
  return [{ table, columns: columns.split(' '), key: table.key ?? exported?.key ?? [] }]
})

interface ArchiveOptions {
  snapshot: SnapshotReader
  subject: ClientSubject
  createdAt: Date
}

/** A zip file with everything about one client, in parts. Closes the snapshot at the end, also when the caller stops reading. */
export function writeClientArchive({ snapshot, subject, createdAt }: ArchiveOptions): AsyncGenerator<Buffer> {
  const counts = new Map<ClientDataTable, number>()
  const entries = archivedTables.flatMap(({ table, columns, key }): ZippedFile[] => {
    const query = { table: table.table, columns, key, where: (table.archive ?? table.find)(subject) }
    const count = (rows: number) => counts.set(table, (counts.get(table) ?? 0) + rows)
    return [
      { path: `jsonl/${table.table}.jsonl`, parts: () => snapshotJsonLines(snapshot, query, count) },
      { path: `csv/${table.table}.csv`, parts: () => snapshotCsv(snapshot, query) },
    ]
  })
  entries.push({ path: 'INDEX.txt', parts: () => onePart(indexOf(subject, createdAt, counts)) })
  return streamZip(entries, createdAt, () => snapshot.close())
}

function indexOf(
  { clientId, name, email }: ClientSubject,
  createdAt: Date,
  counts: Map<ClientDataTable, number>,
): string {
  const listed = archivedTables.map(({ table }) => {
    const rows = counts.get(table) ?? 0
    return `${table.label.padEnd(42)} ${String(rows).padStart(9)}  jsonl/${table.table}.jsonl, csv/${table.table}.csv`
  })
  return `Data of the client ${line(name, 200)} (id ${clientId}${email ? `, ${line(email, 254)}` : ''})
From ${createdAt.toISOString()}, all at one moment.

jsonl/<table>.jsonl has one JSON object per line with the complete values, csv/<table>.csv the same rows for spreadsheets.
A cell that a spreadsheet could run as a formula begins with an apostrophe. Rows refer to each other by id; times are UTC.
Keys and passwords of sites are not in this archive. This file is written last: an archive without it is incomplete.

${'What'.padEnd(42)} ${'Rows'.padStart(9)}  Files
${listed.join('\n')}
`
}
