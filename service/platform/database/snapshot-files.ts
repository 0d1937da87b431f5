import { writeCsvPages } from '../csv.ts'
import type { SnapshotQuery, SnapshotReader } from './snapshot-reader.ts'

/** The rows of a table as JSON lines. `onRows` gets the number of each page. */
export async function* snapshotJsonLines(
  snapshot: SnapshotReader,
  query: SnapshotQuery,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  for await (const rows of snapshot.rows(query)) {
    onRows(rows.length)
    yield `${rows.join('\n')}\n`
  }
}

/** The same rows as CSV, without formulas. */
export function snapshotCsv(snapshot: SnapshotReader, query: SnapshotQuery): AsyncGenerator<string> {
  return writeCsvPages([...query.columns], snapshot.rows(query), (text) => {
    // Written by PostgreSQL from these columns.
    const row = JSON.parse(text) as Record<string, unknown>
    return query.columns.map((column) => cellOf(row[column]))
  })
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
