import type { IngestItem } from '../../operation/ingest.ts'
import { isoTime } from '../../operation/shapes.ts'
import type { SnapshotChanges } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import { unixSeconds } from '../../platform/unix-seconds.ts'
import { type NewEvent, publishEvents } from '../events/index.ts'
import { changesPerSync, maxChangesPerSite } from './change.ts'
import {
  deleteExcessChanges,
  type InsertedChanges,
  insertChanges,
  type NewChange,
  upsertCursors,
} from './change-store.ts'
import { readReportedChanges } from './reported-changes.ts'

/** Stores the reported changes. If a site reports more than the limit, the rest is left out and the log contains a note. */
export async function ingestChanges(trx: Db, items: readonly IngestItem[], now: Date): Promise<void> {
  const sites = items.flatMap(({ siteId, snapshot: { changes, takenAt } }) =>
    changes ? [readSiteChanges(siteId, changes, takenAt)] : [],
  )
  const inserted = await insertChanges(
    trx,
    sites.flatMap(({ siteId, changes }) => changes.map((change) => ({ ...change, siteId }))),
  )
  const reported = new Map(sites.map(({ siteId, changes }) => [siteId, changes]))
  await publishEvents(
    trx,
    inserted.map((ofSite) => toEvent(ofSite, reported.get(ofSite.site_id) ?? [])),
    now,
  )
  await deleteExcessChanges(
    trx,
    inserted.map(({ site_id }) => site_id),
    maxChangesPerSite,
  )
  await upsertCursors(trx, sites)
}

function toEvent({ site_id, count, keys }: InsertedChanges, reported: readonly NewChange[]): NewEvent {
  const byKey = new Map(reported.map((change) => [change.key, change]))
  const changes = keys.flatMap((key) => {
    const change = byKey.get(key)
    if (!change) return []
    const { at, type, action, item, user } = change
    return [{ at: isoTime(at), type, action, item, user }]
  })
  return { type: 'site.changed_by_others', siteId: site_id, data: { count, changes } }
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
