import type { IngestItem } from '../../operation/ingest.ts'
import type { SnapshotChanges } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import { changesKeptPerSite, changesPerSync } from './change.ts'
import { insertChanges, moveCursors, type NewChange, trimChanges } from './change-store.ts'
import { readReportedChanges } from './reported-changes.ts'

/** Keeps what sites told of their logs. One that tells more than a sync takes loses the rest, and the log says so. */
export async function ingestChanges(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const read = items.flatMap(({ siteId, snapshot: { changes, takenAt } }) =>
    changes ? [readChanges(siteId, changes, takenAt)] : [],
  )
  const grown = await insertChanges(
    trx,
    read.flatMap(({ siteId, changes }) => changes.map((change) => ({ ...change, siteId }))),
  )
  await trimChanges(trx, grown, changesKeptPerSite)
  await moveCursors(trx, read)
}

function readChanges(siteId: number, items: SnapshotChanges, takenAt: Date) {
  const changes = readReportedChanges(items, takenAt)
  if (!items.more || (items.log?.length ?? 0) < changesPerSync) return { siteId, changes, next: items.next }
  const logAfter = Math.floor(takenAt.getTime() / 1000)
  return { siteId, changes: [...changes, restLeftOut(takenAt)], next: { ...items.next, logAfter } }
}

const restLeftOut = (at: Date): NewChange => ({
  source: 'site',
  key: `rest ${at.toISOString()}`,
  at,
  type: 'log',
  action: 'left-out',
  item: '',
  description: `The site logged more than ${changesPerSync} changes since the sync before; the rest was left out.`,
  user: '',
})
