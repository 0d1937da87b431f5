import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Exclusive, exclusiveInProcess } from '../../../platform/connector/exclusive.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/log.ts'
import { siteNotFound } from '../site-errors.ts'
import { purposeOfLease, releaseLease, renewLease, takeLease } from './site-lease-store.ts'

export interface LeaseTiming {
  /** A lease that is not renewed for this long expires. */
  seconds: number
  /** How long a call waits for the lease. */
  maxWaitMs: number
  retryMs: number
}

const defaultTiming: LeaseTiming = { seconds: 30, maxWaitMs: 60_000, retryMs: 250 }

const timings = new WeakMap<Database, LeaseTiming>()
const timingOf = (db: Database) => timings.get(db) ?? defaultTiming

/** Sets how long a lease lasts without renewal. All processes of one database need the same value. */
export function setLeaseSeconds(db: Database, seconds: number): void {
  timings.set(db, { ...defaultTiming, seconds })
}

/** How long a lease lasts without renewal. */
export const leaseSecondsOf = (db: Database): number => timingOf(db).seconds

const siteBusy = (siteId: number, purpose: string | null) =>
  new ServiceError(
    'svc_site_busy',
    'conflict',
    `Site ${siteId} is busy${purpose ? ` (${purpose})` : ''}; only one change at a time runs on a site. Try again in a moment.`,
    { site_id: siteId },
  )

/** Runs `work` while no other call changes the site. Waits for the lock for a minute at most. */
export function withSiteLock<T>(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  siteId: number,
  work: () => Promise<T>,
  further: Partial<LeaseTiming> = {},
): Promise<T> {
  return siteLeases(db, clock, log, { ...timingOf(db), ...further })(siteId, work)
}

/** The sites locked by the current call, so that nested work on the same site does not wait for itself. */
const lockedSites = new AsyncLocalStorage<ReadonlySet<number>>()

/** One changing call per site at a time, across processes: a row that is renewed, so that a crashed holder loses it. */
export function siteLeases(db: Database, clock: Clock, log: Logger, timing = timingOf(db)): Exclusive {
  const inProcess = exclusiveInProcess()
  return async (siteId, work) => {
    // A site that is being added has no row yet.
    if (typeof siteId !== 'number') return inProcess(siteId, work)
    const mine = lockedSites.getStore()
    if (mine?.has(siteId)) return work()
    const holder = randomUUID()
    await waitForLease(siteId, holder)
    const stopRenewing = keepRenewing(siteId, holder)
    try {
      return await lockedSites.run(new Set(mine).add(siteId), work)
    } finally {
      stopRenewing()
      await releaseLease(db, { siteId, holder }).catch((error) =>
        log.warn({ err: error, siteId }, 'a lease was not released'),
      )
    }
  }

  async function waitForLease(siteId: number, holder: string): Promise<void> {
    const deadline = clock.now().getTime() + timing.maxWaitMs
    for (;;) {
      const taken = await takeLease(db, { siteId, holder, purpose: 'a change is running', seconds: timing.seconds })
      if (taken) return
      if (taken === null) throw siteNotFound(siteId)
      if (clock.now().getTime() >= deadline) throw siteBusy(siteId, await purposeOfLease(db, siteId))
      await new Promise<void>((resolve) => clock.after(timing.retryMs, resolve))
    }
  }

  function keepRenewing(siteId: number, holder: string): () => void {
    let stopped = false
    let cancelTimer = () => {}
    const next = () => {
      cancelTimer = clock.after((timing.seconds * 1000) / 3, () => {
        renewLease(db, siteId, holder, timing.seconds).then(
          (isHeld) => {
            if (!isHeld) log.warn({ siteId }, 'a lease was lost during work')
            if (isHeld && !stopped) next()
          },
          (error) => {
            log.warn({ reason: (error as Error).message, siteId }, 'a lease was not renewed')
            if (!stopped) next()
          },
        )
      })
    }
    next()
    return () => {
      stopped = true
      cancelTimer()
    }
  }
}
