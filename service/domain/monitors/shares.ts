import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { claimShares, deleteWorker, ensureShares, registerWorker, releaseShares, renewShares } from './share-store.ts'
import { shareCount } from './watch-store.ts'

/** A process that has not renewed for this long counts as dead. */
export const leaseSeconds = 6
export const renewEveryMs = 2_000

export interface Shares {
  /** The shares this process checks. */
  held(): ReadonlySet<number>
  /** How many processes check monitors, this one included. */
  workers(): number
  /** False when the lease may have expired: other processes may be checking. */
  hasLease(): boolean
  /** Renews held shares and claims free ones up to an even part. Returns the changes. */
  renew(): Promise<{ gained: number[]; lost: number[]; surplus: number[] }>
  /** Releases shares for other processes. */
  release(shares: number[]): Promise<void>
  close(): Promise<void>
}

/** Divides the monitors among live processes; the others take over from a dead one within seconds. */
export async function joinShares(db: Database, clock: Clock, holder: string): Promise<Shares> {
  await ensureShares(db)
  let held = new Set<number>()
  let lease = { isOver: () => true, cancelTimer: () => {} }
  let workers = 1
  const startLease = () => {
    const until = clock.now().getTime() + leaseSeconds * 1000
    // The timer ends the lease even if the clock is set back, the time even if the event loop is blocked.
    let isOver = false
    const cancelTimer = clock.after(leaseSeconds * 1000, () => {
      isOver = true
    })
    return { isOver: () => isOver || clock.now().getTime() >= until, cancelTimer }
  }
  const renewHeld = async () => {
    workers = await registerWorker(db, holder, leaseSeconds)
    const renewed = await renewShares(db, holder, leaseSeconds)
    const fairCount = Math.ceil(shareCount / workers)
    const missing = fairCount - renewed.length
    const claimed = missing > 0 ? await claimShares(db, holder, leaseSeconds, missing) : []
    return { renewed: [...renewed, ...claimed], fairCount }
  }
  return {
    held: () => held,
    workers: () => workers,
    hasLease: () => !lease.isOver(),
    async renew() {
      const next = startLease()
      const { renewed, fairCount } = await renewHeld().catch((error: unknown) => {
        next.cancelTimer()
        throw error
      })
      const before = held
      held = new Set(renewed)
      lease.cancelTimer()
      lease = next
      return {
        gained: [...held].filter((share) => !before.has(share)),
        lost: [...before].filter((share) => !held.has(share)),
        // Highest first, because others claim the lowest first: this moves as few shares as possible.
        surplus: [...held].sort((a, b) => b - a).slice(0, Math.max(0, held.size - fairCount)),
      }
    },
    async release(shares) {
      held = new Set([...held].filter((share) => !shares.includes(share)))
      await releaseShares(db, holder, shares)
    },
    async close() {
      lease.cancelTimer()
      const all = [...held]
      held = new Set()
      await releaseShares(db, holder, all)
      await deleteWorker(db, holder)
    },
  }
}
