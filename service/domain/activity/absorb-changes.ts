import type { Told } from '../../operation/absorb.ts'
import type { SnapshotChanges } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import { changesKeptPerSite, changesPerSync } from './change.ts'
import { insertChanges, moveCursors, type NewChange, trimChanges } from './change-store.ts'
import { changesTold } from './told-changes.ts'

/** Keeps what sites told of their logs. One that tells more than a sync takes loses the rest, and the log says so. */
export async function absorbChanges(trx: Db, told: readonly Told[]): Promise<void> {
  const read = told.flatMap(({ siteId, snapshot: { changes, takenAt } }) =>
    changes ? [readChanges(siteId, changes, takenAt)] : [],
  )
  const grown = await insertChanges(
    trx,
    read.flatMap(({ siteId, changes }) => changes.map((change) => ({ ...change, siteId }))),
  )
  await trimChanges(trx, grown, changesKeptPerSite)
  await moveCursors(trx, read)
}

function readChanges(siteId: number, told: SnapshotChanges, takenAt: Date) {
  const changes = changesTold(told, takenAt)
  if (!told.more || (told.log?.length ?? 0) < changesPerSync) return { siteId, changes, next: told.next }
  const logAfter = Math.floor(takenAt.getTime() / 1000)
  return { siteId, changes: [...changes, restLeftOut(takenAt)], next: { ...told.next, logAfter } }
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
