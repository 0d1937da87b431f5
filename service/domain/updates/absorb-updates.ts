import { isDeepStrictEqual } from 'node:util'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import { recountUpdates } from '../sites/index.ts'
import { availableUpdates } from './available-updates.ts'
import { shareRules } from './ignored-store.ts'
import type { AvailableUpdate } from './update.ts'
import { replaceUpdates, updatesOfSite } from './update-store.ts'

/** Keeps what is on offer for a site, and its counts beside the site. */
export async function absorbUpdates(trx: Db, siteId: number, snapshot: SiteSnapshot, now: Date): Promise<void> {
  const stored = await updatesOfSite(trx, siteId)
  const updates = availableUpdates(snapshot, stored)
  if (!sayTheSame(stored, updates)) {
    await shareRules(trx)
    await replaceUpdates(trx, siteId, updates, now)
  }
  await recountUpdates(trx, [siteId])
}

const keyOf = ({ type, slug, translates, language }: AvailableUpdate) => [type, slug, translates, language].join('\n')

function sayTheSame(stored: readonly AvailableUpdate[], updates: readonly AvailableUpdate[]): boolean {
  if (stored.length !== updates.length) return false
  const known = new Map(stored.map((update) => [keyOf(update), update]))
  return updates.every((update) => isDeepStrictEqual(known.get(keyOf(update)), update))
}
