import type { Clock } from '../platform/clock.ts'
import type { SiteSnapshot } from '../platform/connector/snapshot/snapshot.ts'
import type { Database } from '../platform/database/database.ts'
import type { Room } from './room.ts'

/** Takes in what a site told about itself, wherever it came from: every room keeps its part, all in one transaction. */
export type Absorb = (siteId: number, snapshot: SiteSnapshot) => Promise<void>

export function absorbInto(rooms: readonly Room[], db: Database, clock: Clock): Absorb {
  const takers = rooms.flatMap((room) => room.absorbs ?? [])
  return (siteId, snapshot) =>
    db.transaction().execute(async (trx) => {
      for (const take of takers) await take(trx, siteId, snapshot, clock.now())
    })
}
