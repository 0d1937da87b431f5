import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import { changesKeptPerSite, changesPerSync } from './change.ts'
import { insertChanges, moveCursor, type NewChange, trimChanges } from './change-store.ts'
import { changesTold } from './told-changes.ts'

/** Keeps what a site told of its logs. One that tells more than a sync takes loses the rest, and the log says so. */
export async function absorbChanges(trx: Db, siteId: number, { changes, takenAt }: SiteSnapshot): Promise<void> {
  if (!changes) return
  const flooded = changes.more && (changes.log?.length ?? 0) >= changesPerSync
  const told = changesTold(changes, takenAt)
  if (flooded) told.push(restLeftOut(takenAt))
  const added = await insertChanges(
    trx,
    told.map((change) => ({ ...change, siteId })),
  )
  if (added > 0) await trimChanges(trx, siteId, changesKeptPerSite)
  const seconds = Math.floor(takenAt.getTime() / 1000)
  await moveCursor(trx, siteId, flooded ? { ...changes.next, logAfter: seconds } : changes.next)
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
