import { isDeepStrictEqual } from 'node:util'
import type { IngestItem } from '../../operation/ingest.ts'
import type { Db } from '../../platform/database/database.ts'
import { type NewEvent, publishEvents } from '../events/index.ts'
import { availableUpdates } from './available-updates.ts'
import { lockRulesShared } from './ignored-update-store.ts'
import type { AvailableUpdate } from './update.ts'
import { listAvailableUpdatesBySite, replaceUpdates, type UpdateKey } from './update-store.ts'

/** Stores the available updates of sites. */
export async function ingestUpdates(trx: Db, items: readonly IngestItem[], now: Date): Promise<void> {
  const ids = items.map(({ siteId }) => siteId)
  const stored = await listAvailableUpdatesBySite(trx, ids)
  const changed = items.flatMap(({ siteId, snapshot }) => {
    const known = stored.get(siteId) ?? []
    const updates = availableUpdates(snapshot, known)
    return isUnchanged(known, updates) ? [] : [{ siteId, updates }]
  })
  if (changed.length === 0) return
  await lockRulesShared(trx)
  const ignored = new Set((await replaceUpdates(trx, changed, now)).map((row) => `${row.site_id} ${keyOf(row)}`))
  await publishEvents(
    trx,
    changed.flatMap(({ siteId, updates }): NewEvent[] => {
      const known = new Map((stored.get(siteId) ?? []).map((update) => [keyOf(update), update.new_version]))
      const fresh = updates.filter(
        (update) => known.get(keyOf(update)) !== update.new_version && !ignored.has(`${siteId} ${keyOf(update)}`),
      )
      if (fresh.length === 0) return []
      return [
        { type: 'update.available', siteId, data: { count: fresh.length, updates: fresh.slice(0, 50).map(toItem) } },
      ]
    }),
    now,
  )
}

const toItem = ({ type, slug, name, current_version, new_version }: AvailableUpdate) => ({
  type,
  slug,
  name,
  from: current_version,
  to: new_version,
})

const keyOf = ({ type, slug, translates, language }: UpdateKey) => [type, slug, translates, language].join('\n')

function isUnchanged(stored: readonly AvailableUpdate[], updates: readonly AvailableUpdate[]): boolean {
  if (stored.length !== updates.length) return false
  const known = new Map(stored.map((update) => [keyOf(update), update]))
  return updates.every((update) => isDeepStrictEqual(known.get(keyOf(update)), update))
}
