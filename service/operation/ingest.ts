import type { Clock } from '../platform/clock.ts'
import type { SiteSnapshot } from '../platform/connector/snapshot/snapshot.ts'
import type { Database } from '../platform/database/database.ts'
import { MicroBatcher } from '../platform/database/micro-batcher.ts'
import type { Feature } from './feature.ts'

/** What a site told about itself. */
export interface IngestItem {
  siteId: number
  snapshot: SiteSnapshot
  /** It was a whole sync; `claimedUrl` is where the site says that it is, if it says so. */
  synced?: { claimedUrl: string | null } | undefined
}

/** Takes in what a site told, wherever it came from: every feature keeps its part, all in one transaction. */
export type Ingest = (siteId: number, snapshot: SiteSnapshot, synced?: IngestItem['synced']) => Promise<void>

// A transaction costs the same for one site as for many; a sync takes far longer than these pauses.
const options = {
  batchSize: 50,
  delayMs: 40,
  busyDelayMs: 250,
  maxConcurrent: 2,
  keyOf: ({ siteId }: IngestItem) => siteId,
}

export function createIngest(features: readonly Feature[], db: Database, clock: Clock): Ingest {
  const takers = features.flatMap((feature) => feature.ingests ?? [])
  const batcher = new MicroBatcher<IngestItem, void>(async (items) => {
    await db.transaction().execute(async (trx) => {
      for (const take of takers) await take(trx, items, clock.now())
    })
    return []
  }, options)
  return (siteId, snapshot, synced) => batcher.add({ siteId, snapshot, synced })
}
