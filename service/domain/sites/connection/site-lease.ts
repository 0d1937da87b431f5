import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { type SiteLocks, siteLocksInProcess } from '../../../platform/connector/site-locks.ts'
import { defaultLeaseSeconds, Leases, throwIfLeaseLost } from '../../../platform/leases.ts'
import { siteNotFound } from '../site-errors.ts'
import { purposeOfLease, releaseLease, renewLeases, type SiteLease, takeLease } from './site-lease-store.ts'

declare module '../../../operation/context.ts' {
  interface FeatureState {
    /** One change per site at a time, in all processes. */
    siteLocks: SiteLeases
  }
}

export interface SiteLeases extends SiteLocks {
  /** A lock that is not renewed for this long expires. */
  readonly leaseSeconds: number
  /**
   * Runs `work` while no other call changes the site; waits for that a minute, unless `maxWaitMs` is given. When the lock is
   * lost, calls to the network within `work` are aborted.
   */
  hold<Result>(siteId: string | number, work: () => Promise<Result>, options?: { maxWaitMs?: number }): Promise<Result>
}

const defaultMaxWaitMs = 60_000
const retryMs = 250

const siteBusy = (siteId: number, purpose: string | null) =>
  new ServiceError(
    'svc_site_busy',
    'conflict',
    `Site ${siteId} is busy${purpose ? ` (${purpose})` : ''}; only one change at a time runs on a site. Try again in a moment.`,
    { site_id: siteId },
  )

export function createSiteLocks(
  { db, clock, log, metrics }: Pick<Context, 'db' | 'clock' | 'log' | 'metrics'>,
  leaseSeconds = defaultLeaseSeconds,
): SiteLeases {
  const leases = new Leases<SiteLease>(
    { clock, log, metrics },
    {
      kind: 'site',
      seconds: leaseSeconds,
      describe: ({ siteId }) => `site ${siteId}`,
      renew: (held, seconds) => renewLeases(db, held, seconds),
      release: (lease) => releaseLease(db, lease),
    },
  )
  const inProcess = siteLocksInProcess()
  /** The sites locked by the current call, so that nested work on the same site does not wait for itself. */
  const lockedSites = new AsyncLocalStorage<ReadonlySet<number>>()

  async function waitForLease({ siteId, holder }: SiteLease, maxWaitMs: number): Promise<void> {
    const deadline = clock.now().getTime() + maxWaitMs
    for (;;) {
      throwIfLeaseLost()
      const taken = await takeLease(db, { siteId, holder, purpose: 'a change is running', seconds: leaseSeconds })
      if (taken) return
      if (taken === null) throw siteNotFound(siteId)
      if (clock.now().getTime() >= deadline) throw siteBusy(siteId, await purposeOfLease(db, siteId))
      await new Promise<void>((resolve) => clock.after(retryMs, resolve))
    }
  }

  return {
    leaseSeconds,
    async hold(siteId, work, { maxWaitMs = defaultMaxWaitMs } = {}) {
      // A site that is being added has no row yet.
      if (typeof siteId !== 'number') return inProcess.hold(siteId, work)
      const locked = lockedSites.getStore()
      if (locked?.has(siteId)) return work()
      const lease = { siteId, holder: randomUUID() }
      await waitForLease(lease, maxWaitMs)
      return leases.hold(lease, () => lockedSites.run(new Set(locked).add(siteId), work))
    },
  }
}
