import { sql } from 'kysely'
import { type ErrorCode, type ErrorKind, refusedFields, ServiceError } from '../../../operation/errors.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ImportRecord } from './import-row.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    site_import_rows: { id: number; content: string; created_at: Date }
  }
}

/** A row that cannot be imported, so that the job has a result for it. No valid row has such a field. */
export const toRefusedRecord = (error: ServiceError): ImportRecord => ({
  $refused: { code: error.code, kind: error.kind, message: error.message, params: refusedFields(error) ?? null },
})

export function refusalOfRecord(record: ImportRecord): ServiceError | null {
  if (!Object.hasOwn(record, '$refused')) return null
  // Stored by toRefusedRecord.
  const { code, kind, message, params } = record.$refused as RefusedRecord
  return new ServiceError(code, kind, message, params === null ? {} : { params })
}

interface RefusedRecord {
  code: ErrorCode
  kind: ErrorKind
  message: string
  params: Record<string, string> | null
}

export const sealedImportColumn = 'site_import_rows.content'

/** Seals each row as a whole, because any field may hold a secret. Returns the ids in the order of the rows. */
export async function insertImportRows(
  db: Db,
  secrets: Secrets,
  records: ImportRecord[],
  now: Date,
): Promise<number[]> {
  const sealed = records.map((record) => secrets.seal(JSON.stringify(record), sealedImportColumn))
  const { rows } = await sql<{ id: number }>`
    insert into site_import_rows (content, created_at)
    select content, ${now}::timestamptz from unnest(${sealed}::text[]) with ordinality as given (content, position) order by position
    returning id`.execute(db)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

export async function findImportRow(db: Db, secrets: Secrets, id: number): Promise<ImportRecord | undefined> {
  const row = await db.selectFrom('site_import_rows').select('content').where('id', '=', id).executeTakeFirst()
  // Sealed by insertImportRows.
  return row && (JSON.parse(secrets.open(row.content, sealedImportColumn)) as ImportRecord)
}

export async function deleteImportRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('site_import_rows').where('id', '=', id).execute()
}
