import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ImportRecord } from './import-row.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    site_import_rows: { id: number; content: string; created_at: Date }
  }
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
