import type { IngestItem } from '../../operation/ingest.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertBackups } from './backup-store.ts'

/** A site reports only its last backup: storing each new date makes a history. */
export async function ingestBackups(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const backups = items.flatMap(({ siteId, snapshot: { lastBackupAt, takenAt } }) =>
    // Clients read these dates in reports, so a date in the future is ignored.
    lastBackupAt && lastBackupAt <= takenAt ? [{ siteId, at: lastBackupAt, notedAt: takenAt }] : [],
  )
  if (backups.length > 0) await insertBackups(trx, backups)
}
