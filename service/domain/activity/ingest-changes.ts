import type { IngestItem } from '../../operation/ingest.ts'
import type { SnapshotChanges } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import { unixSeconds } from '../../platform/unix-seconds.ts'
import { changesPerSync, maxChangesPerSite } from './change.ts'
import { deleteExcessChanges, insertChanges, type NewChange, upsertCursors } from './change-store.ts'
import { readReportedChanges } from './reported-changes.ts'

/** Stores the reported changes. If a site reports more than the limit, the rest is left out and the log contains a note. */
export async function ingestChanges(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const sites = items.flatMap(({ siteId, snapshot: { changes, takenAt } }) =>
    changes ? [readSiteChanges(siteId, changes, takenAt)] : [],
  )
  const changedSiteIds = await insertChanges(
    trx,
    sites.flatMap(({ siteId, changes }) => changes.map((change) => ({ ...change, siteId }))),
  )
  await deleteExcessChanges(trx, changedSiteIds, maxChangesPerSite)
  await upsertCursors(trx, sites)
}

function readSiteChanges(siteId: number, items: SnapshotChanges, takenAt: Date) {
  const changes = readReportedChanges(items, takenAt)
  if (!items.more || (items.log?.length ?? 0) < changesPerSync) return { siteId, changes, next: items.next }
  const logAfter = unixSeconds(takenAt)
  return { siteId, changes: [...changes, leftOutNote(takenAt)], next: { ...items.next, logAfter } }
}

const leftOutNote = (at: Date): NewChange => ({
  source: 'site',
  key: `rest ${at.toISOString()}`,
  at,
  type: 'log',
  action: 'left-out',
  item: '',
  description: `The site logged more than ${changesPerSync} changes since the last sync; the rest was left out.`,
  user: '',
})
