import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { claimShares, countWorkers, ensureShares, leaveWork, releaseShares, renewShares } from './share-store.ts'
import { shareCount } from './watch-store.ts'

/** A process that has not renewed for this long is taken for dead. */
export const leaseSeconds = 6
export const renewEveryMs = 2_000

export interface Shares {
  /** The shares this process checks. */
  held(): ReadonlySet<number>
  /** How many processes check monitors, this one included. */
  workers(): number
  /** False when the lease may have run out because it could not be renewed: others may be checking by now. */
  isSure(): boolean
  /** Keeps what is ours, takes what is free up to a fair part. Answers what came, and what was lost to others. */
  renew(): Promise<{ gained: number[]; lost: number[]; surplus: number[] }>
  /** Hands shares to whoever wants them. */
  giveUp(shares: number[]): Promise<void>
  close(): Promise<void>
}

/** Divides the monitors among the processes that are alive; whoever dies is inherited by the others within seconds. */
export async function joinShares(db: Database, clock: Clock, holder: string): Promise<Shares> {
  await ensureShares(db)
  let held = new Set<number>()
  let sureUntil = 0
  let workers = 1
  return {
    held: () => held,
    workers: () => workers,
    isSure: () => clock.now().getTime() < sureUntil,
    async renew() {
      const asked = clock.now().getTime()
      workers = await countWorkers(db, holder, leaseSeconds)
      const kept = await renewShares(db, holder, leaseSeconds)
      const fair = Math.ceil(shareCount / workers)
      const claimed = kept.length < fair ? await claimShares(db, holder, leaseSeconds, fair - kept.length) : []
      const before = held
      held = new Set([...kept, ...claimed])
      sureUntil = asked + leaseSeconds * 1000
      return {
        gained: [...held].filter((share) => !before.has(share)),
        lost: [...before].filter((share) => !held.has(share)),
        // The highest first, since others take the lowest first: so shares wander as little as possible.
        surplus: [...held].sort((a, b) => b - a).slice(0, Math.max(0, held.size - fair)),
      }
    },
    async giveUp(shares) {
      held = new Set([...held].filter((share) => !shares.includes(share)))
      await releaseShares(db, holder, shares)
    },
    async close() {
      const all = [...held]
      held = new Set()
      await releaseShares(db, holder, all)
      await leaveWork(db, holder)
    },
  }
}
