import type { Database } from '../../platform/database/database.ts'
import { type LeasePlatform, Leases } from '../../platform/leases.ts'
import { claimShares, deleteWorker, ensureShares, registerWorker, releaseShares, renewShares } from './share-store.ts'
import { shareCount } from './watch-store.ts'

/** A process that has not renewed for this long counts as dead. */
const leaseSeconds = 6
export const balanceEveryMs = 2_000

export interface Shares {
  /** The shares this process checks. */
  held(): ReadonlySet<number>
  /** How many processes check monitors, this one included. */
  workers(): number
  /** False when a lease may have expired: other processes may be checking. */
  hasLease(): boolean
  /** Aborted when the share is lost, and when the process stops. */
  signalOf(share: number): AbortSignal
  /** Claims free shares up to an even part. Returns these, and those above an even part. */
  balance(): Promise<{ gained: number[]; surplus: number[] }>
  /** Releases shares for other processes. */
  release(shares: number[]): Promise<void>
  /** Resolves when the running renewal has an answer. */
  settled(): Promise<void>
  close(): Promise<void>
}

const lost = AbortSignal.abort()

/** Divides the monitors among live processes; the others take over from a dead one within seconds. */
export async function joinShares(
  { db, ...platform }: LeasePlatform & { db: Database },
  holder: string,
  onLost: (share: number) => void = () => {},
): Promise<Shares> {
  await ensureShares(db)
  const leases = new Leases<number>(platform, {
    kind: 'monitor_share',
    seconds: leaseSeconds,
    describe: (share) => `share ${share} of the monitors`,
    renew: (shares, seconds) => renewShares(db, holder, seconds, shares),
  })
  const held = new Map<number, AbortSignal>()
  let workers = 1
  const claim = async (missing: number) => {
    const claimed = missing > 0 ? await claimShares(db, holder, leaseSeconds, missing, [...held.keys()]) : []
    for (const share of claimed) {
      const signal = leases.add(share)
      held.set(share, signal)
      signal.addEventListener('abort', () => {
        held.delete(share)
        onLost(share)
      })
    }
    return claimed
  }
  const drop = (shares: number[]) => {
    for (const share of shares) {
      held.delete(share)
      leases.remove(share)
    }
  }
  return {
    held: () => new Set(held.keys()),
    workers: () => workers,
    hasLease: () => leases.areValid(),
    signalOf: (share) => held.get(share) ?? lost,
    async balance() {
      workers = await registerWorker(db, holder, leaseSeconds)
      const fairCount = Math.ceil(shareCount / workers)
      const gained = await claim(fairCount - held.size)
      // Highest first, because others claim the lowest first: this moves as few shares as possible.
      const surplus = [...held.keys()].sort((a, b) => b - a).slice(0, Math.max(0, held.size - fairCount))
      return { gained, surplus }
    },
    async release(shares) {
      drop(shares)
      await releaseShares(db, holder, shares)
    },
    settled: () => leases.settled(),
    async close() {
      const all = [...held.keys()]
      drop(all)
      await leases.settled()
      await releaseShares(db, holder, all)
      await deleteWorker(db, holder)
    },
  }
}
