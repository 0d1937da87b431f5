import type { IngestItem } from '../../operation/ingest.ts'
import type { Db } from '../../platform/database/database.ts'
import { noteBackups } from './care-store.ts'

/** A site tells only of its last backup: noting each when it is first heard of makes a history. */
export async function ingestBackups(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const backups = items.flatMap(({ siteId, snapshot: { lastBackupAt, takenAt } }) =>
    // A date in the future would be told to a client as a fact.
    lastBackupAt && lastBackupAt <= takenAt ? [{ siteId, at: lastBackupAt, notedAt: takenAt }] : [],
  )
  if (backups.length > 0) await noteBackups(trx, backups)
}
