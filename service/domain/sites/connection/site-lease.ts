import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { type SiteLocks, siteLocksInProcess } from '../../../platform/connector/site-locks.ts'
import { siteNotFound } from '../site-errors.ts'
import { purposeOfLease, releaseLease, renewLease, takeLease } from './site-lease-store.ts'

type Platform = Pick<Context, 'db' | 'clock' | 'leases'>

const defaultMaxWaitMs = 60_000
const retryMs = 250

const siteBusy = (siteId: number, purpose: string | null) =>
  new ServiceError(
    'svc_site_busy',
    'conflict',
    `Site ${siteId} is busy${purpose ? ` (${purpose})` : ''}; only one change at a time runs on a site. Try again in a moment.`,
    { site_id: siteId },
  )

/** The sites locked by the current call, so that nested work on the same site does not wait for itself. */
const lockedSites = new AsyncLocalStorage<ReadonlyMap<string | number, AbortSignal>>()

/** Runs `work` while no other call changes the site, in any process. When the lock is lost, calls to the site are aborted. */
export async function withSiteLock<T>(
  { db, clock, leases }: Platform,
  siteId: number,
  work: () => Promise<T>,
  { maxWaitMs = defaultMaxWaitMs } = {},
): Promise<T> {
  const mine = lockedSites.getStore()
  if (mine?.has(siteId)) return work()
  const holder = randomUUID()
  await waitForLease({ db, clock, leases }, { siteId, holder }, maxWaitMs)
  const lease = {
    name: `site ${siteId}`,
    renew: () => renewLease(db, siteId, holder, leases.seconds),
    release: () => releaseLease(db, { siteId, holder }),
  }
  return leases.hold(lease, (signal) => lockedSites.run(new Map(mine).set(siteId, signal), work))
}

/** The same for the connector. A site that is being added has no row yet and is locked within this process. */
export function createSiteLocks(platform: Platform): SiteLocks {
  const inProcess = siteLocksInProcess()
  return {
    hold: (siteId, work) =>
      typeof siteId === 'number' ? withSiteLock(platform, siteId, work) : inProcess.hold(siteId, work),
    signalOf: (siteId) => lockedSites.getStore()?.get(siteId),
  }
}

async function waitForLease(
  { db, clock, leases }: Platform,
  { siteId, holder }: { siteId: number; holder: string },
  maxWaitMs: number,
): Promise<void> {
  const deadline = clock.now().getTime() + maxWaitMs
  for (;;) {
    const taken = await takeLease(db, { siteId, holder, purpose: 'a change is running', seconds: leases.seconds })
    if (taken) return
    if (taken === null) throw siteNotFound(siteId)
    if (clock.now().getTime() >= deadline) throw siteBusy(siteId, await purposeOfLease(db, siteId))
    await new Promise<void>((resolve) => clock.after(retryMs, resolve))
  }
}
