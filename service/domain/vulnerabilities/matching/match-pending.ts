import type { Context } from '../../../operation/context.ts'
import { matchItems } from './match.ts'
import { deletePendingItems, listPendingItems, lockMatching, type PendingItem } from './pending-store.ts'
import { resolveRecords } from './record-store.ts'

const itemsPerRound = 2_000
/** Syncs of changed sites wait for one transaction. */
const sitesPerTransaction = 20_000

/** Compares the sites with every item whose entries changed. Each part is one transaction; what is left stays pending. */
export async function matchPending({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<{ items: number; found: number }> {
  const done = { items: 0, found: 0 }
  for (;;) {
    const changed = await listPendingItems(db, itemsPerRound)
    if (changed.length === 0) return done
    // Committed before sites are compared: a site that is stored from now on sees the records.
    await db.transaction().execute((trx) => resolveRecords(trx, changed))
    const pending = await db.transaction().execute(async (trx) => {
      await lockMatching(trx, 'exclusive')
      const items = await listPendingItems(trx, itemsPerRound)
      const unused = items.filter(({ sites }) => sites === 0)
      if (unused.length > 0) await deletePendingItems(trx, unused)
      return items
    })
    for (const part of inParts(pending.filter(({ sites }) => sites > 0))) {
      done.found += await db.transaction().execute(async (trx) => {
        const found = await matchItems(trx, part, clock.now())
        await deletePendingItems(trx, part)
        return found
      })
    }
    done.items += pending.length
  }
}

function inParts(items: readonly PendingItem[]): PendingItem[][] {
  const parts: PendingItem[][] = []
  let part: PendingItem[] = []
  let sites = 0
  for (const item of items) {
    if (part.length > 0 && sites + item.sites > sitesPerTransaction) {
      parts.push(part)
      part = []
      sites = 0
    }
    part.push(item)
    sites += item.sites
  }
  return part.length > 0 ? [...parts, part] : parts
}
