import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Exclusive } from '../../platform/connector/exclusive.ts'
import { exclusiveInProcess } from '../../platform/connector/exclusive.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'
import { siteNotFound } from './site-errors.ts'
import { purposeOfLease, releaseLease, renewLease, takeLease } from './site-lease-store.ts'

export interface LeaseTiming {
  /** A holder that does not renew for this long is taken for dead. */
  seconds: number
  /** How long a call waits for its turn before it gives up. */
  patienceMs: number
  lookAgainMs: number
}

const usual: LeaseTiming = { seconds: 30, patienceMs: 60_000, lookAgainMs: 250 }

const timings = new WeakMap<Database, LeaseTiming>()
const timingOf = (db: Database) => timings.get(db) ?? usual

/** How long a silent holder counts as alive, in this process; the same for all that share the database. */
export function setLeaseSeconds(db: Database, seconds: number): void {
  timings.set(db, { ...usual, seconds })
}

/** How long whoever changes a site may be silent before others take over. */
export const leaseSecondsOf = (db: Database): number => timingOf(db).seconds

const siteBusy = (siteId: number, purpose: string | null) =>
  new ServiceError(
    'svc_site_busy',
    'conflict',
    `Site ${siteId} is busy${purpose ? ` (${purpose})` : ''}; one change at a time is made on a site. Try again in a moment.`,
    { site_id: siteId },
  )

/** Nobody else changes the site meanwhile: for work that takes several steps. Waits its turn for a minute at most. */
export function alone<T>(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  siteId: number,
  work: () => Promise<T>,
  further: Partial<LeaseTiming> = {},
): Promise<T> {
  return siteLeases(db, clock, log, { ...timingOf(db), ...further })(siteId, work)
}

/** What one call holds, so that a piece of work inside another on the same site does not wait for itself. */
const held = new AsyncLocalStorage<ReadonlySet<number>>()

/** One changing call per site at a time, over all processes: a row with a heartbeat, so that a dead holder is overcome. */
export function siteLeases(db: Database, clock: Clock, log: Logger, timing = timingOf(db)): Exclusive {
  const inProcess = exclusiveInProcess()
  return async (siteId, work) => {
    // A site that is only being added has no row yet that others could know of.
    if (typeof siteId !== 'number') return inProcess(siteId, work)
    const mine = held.getStore()
    if (mine?.has(siteId)) return work()
    const holder = randomUUID()
    await waitForLease(siteId, holder)
    const stopRenewing = keepRenewing(siteId, holder)
    try {
      return await held.run(new Set(mine).add(siteId), work)
    } finally {
      stopRenewing()
      await releaseLease(db, { siteId, holder }).catch((error) =>
        log.warn({ err: error, siteId }, 'a lease was not released'),
      )
    }
  }

  async function waitForLease(siteId: number, holder: string): Promise<void> {
    const deadline = clock.now().getTime() + timing.patienceMs
    for (;;) {
      const taken = await takeLease(db, { siteId, holder, purpose: 'a change is under way', seconds: timing.seconds })
      if (taken) return
      if (taken === null) throw siteNotFound(siteId)
      if (clock.now().getTime() >= deadline) throw siteBusy(siteId, await purposeOfLease(db, siteId))
      await new Promise<void>((resolve) => clock.after(timing.lookAgainMs, resolve))
    }
  }

  function keepRenewing(siteId: number, holder: string): () => void {
    let stopped = false
    let forget = () => {}
    const next = () => {
      forget = clock.after((timing.seconds * 1000) / 3, () => {
        renewLease(db, siteId, holder, timing.seconds).then(
          (kept) => {
            if (!kept) log.warn({ siteId }, 'a lease was lost while work went on')
            if (kept && !stopped) next()
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
      forget()
    }
  }
}
