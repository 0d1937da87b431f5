import type { Clock } from '../platform/clock.ts'
import type { SiteSnapshot } from '../platform/connector/snapshot/snapshot.ts'
import type { Database, Db } from '../platform/database/database.ts'
import { MicroBatcher } from '../platform/database/micro-batcher.ts'
import { throwIfLeaseLost } from '../platform/leases.ts'

/** A site's report about itself. */
export interface IngestItem {
  siteId: number
  snapshot: SiteSnapshot
  /** Set for a complete sync; `claimedUrl` is the address that the site reports for itself, if it does. */
  synced?: { claimedUrl: string | null } | undefined
}

/** Stores a site report: every feature stores its part, all in one transaction. */
export type Ingest = (siteId: number, snapshot: SiteSnapshot, synced?: IngestItem['synced']) => Promise<void>

/** Stores one feature's part of site reports, each site once; a part that is undefined was not sent. */
export type IngestHandler = (trx: Db, items: readonly IngestItem[], now: Date) => Promise<void>

// A transaction costs the same for one site as for many; a sync takes far longer than these delays.
const options = {
  batchSize: 50,
  delayMs: 40,
  busyDelayMs: 250,
  maxConcurrent: 2,
  keyOf: ({ siteId }: IngestItem) => siteId,
}

export function createIngest(features: readonly { ingests?: IngestHandler }[], db: Database, clock: Clock): Ingest {
  const handlers = features.flatMap((feature) => feature.ingests ?? [])
  const batcher = new MicroBatcher<IngestItem, void>(async (items) => {
    await db.transaction().execute(async (trx) => {
      for (const ingest of handlers) await ingest(trx, items, clock.now())
    })
    return []
  }, options)
  return async (siteId, snapshot, synced) => {
    // The snapshot may be older than a change by the process that has the lock now.
    throwIfLeaseLost()
    await batcher.add({ siteId, snapshot, synced })
  }
}
