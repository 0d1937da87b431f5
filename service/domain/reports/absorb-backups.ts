import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import { noteBackup } from './care-store.ts'

/** A site tells only of its last backup: noting each when it is first heard of makes a history. */
export async function absorbBackups(trx: Db, siteId: number, { lastBackupAt, takenAt }: SiteSnapshot): Promise<void> {
  // A date in the future would be told to a client as a fact.
  if (lastBackupAt && lastBackupAt <= takenAt) await noteBackup(trx, siteId, lastBackupAt, takenAt)
}
