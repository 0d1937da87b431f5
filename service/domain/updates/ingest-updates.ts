import { isDeepStrictEqual } from 'node:util'
import type { IngestItem } from '../../operation/ingest.ts'
import type { Db } from '../../platform/database/database.ts'
import { availableUpdates } from './available-updates.ts'
import { lockRulesShared } from './ignored-update-store.ts'
import type { AvailableUpdate } from './update.ts'
import { listAvailableUpdatesBySite, replaceUpdates } from './update-store.ts'

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
  await replaceUpdates(trx, changed, now)
}

const keyOf = ({ type, slug, translates, language }: AvailableUpdate) => [type, slug, translates, language].join('\n')

function isUnchanged(stored: readonly AvailableUpdate[], updates: readonly AvailableUpdate[]): boolean {
  if (stored.length !== updates.length) return false
  const known = new Map(stored.map((update) => [keyOf(update), update]))
  return updates.every((update) => isDeepStrictEqual(known.get(keyOf(update)), update))
}
