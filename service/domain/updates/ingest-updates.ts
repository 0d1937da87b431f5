import { isDeepStrictEqual } from 'node:util'
import type { IngestItem } from '../../operation/ingest.ts'
import type { Db } from '../../platform/database/database.ts'
import { recountUpdates } from '../sites/index.ts'
import { availableUpdates } from './available-updates.ts'
import { shareRules } from './ignored-store.ts'
import type { AvailableUpdate } from './update.ts'
import { replaceUpdates, updatesOfSites } from './update-store.ts'

/** Keeps what is on offer for sites, and its counts beside them. */
export async function ingestUpdates(trx: Db, items: readonly IngestItem[], now: Date): Promise<void> {
  const ids = items.map(({ siteId }) => siteId)
  const stored = await updatesOfSites(trx, ids)
  const changed = items.flatMap(({ siteId, snapshot }) => {
    const known = stored.get(siteId) ?? []
    const updates = availableUpdates(snapshot, known)
    return sayTheSame(known, updates) ? [] : [{ siteId, updates }]
  })
  if (changed.length > 0) {
    await shareRules(trx)
    await replaceUpdates(trx, changed, now)
  }
  await recountUpdates(trx, ids)
}

const keyOf = ({ type, slug, translates, language }: AvailableUpdate) => [type, slug, translates, language].join('\n')

function sayTheSame(stored: readonly AvailableUpdate[], updates: readonly AvailableUpdate[]): boolean {
  if (stored.length !== updates.length) return false
  const known = new Map(stored.map((update) => [keyOf(update), update]))
  return updates.every((update) => isDeepStrictEqual(known.get(keyOf(update)), update))
}
