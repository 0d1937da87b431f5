import type { Clock } from '../platform/clock.ts'
import type { SiteSnapshot } from '../platform/connector/snapshot/snapshot.ts'
import type { Database } from '../platform/database/database.ts'
import { Gathering } from '../platform/database/gathering.ts'
import type { Room } from './room.ts'

/** What a site told about itself. */
export interface Told {
  siteId: number
  snapshot: SiteSnapshot
  /** It was a whole sync; `claimedUrl` is where the site says that it is, if it says so. */
  synced?: { claimedUrl: string | null } | undefined
}

/** Takes in what a site told, wherever it came from: every room keeps its part, all in one transaction. */
export type Absorb = (siteId: number, snapshot: SiteSnapshot, synced?: Told['synced']) => Promise<void>

// A transaction costs the same for one site as for many; a sync takes far longer than these pauses.
const pace = { most: 50, pauseMs: 40, crowdPauseMs: 250, atOnce: 2, keyOf: ({ siteId }: Told) => siteId }

export function absorbInto(rooms: readonly Room[], db: Database, clock: Clock): Absorb {
  const takers = rooms.flatMap((room) => room.absorbs ?? [])
  const gathering = new Gathering<Told, void>(async (told) => {
    await db.transaction().execute(async (trx) => {
      for (const take of takers) await take(trx, told, clock.now())
    })
    return []
  }, pace)
  return (siteId, snapshot, synced) => gathering.add({ siteId, snapshot, synced })
}
