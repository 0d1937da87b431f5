import { LeaseLostError } from '../leases.ts'
import type { How } from './child-site.ts'
import { ConnectorError } from './errors.ts'
import type { Kit } from './parts/kit.ts'

/**
 * After a change of unknown outcome: reads the site until its state is settled. A call that has ended needs one
 * successful check; one that may still run is checked repeatedly. Undefined if the site could not be read.
 */
export async function recheckUntilSettled<Seen>(
  { clock, settings }: Pick<Kit, 'clock' | 'settings'>,
  doubt: ConnectorError,
  readBack: (how: How) => Promise<Seen>,
  isSettled: (seen: Seen) => boolean,
  how: How = {},
): Promise<Seen | undefined> {
  const { attempts, waitMs, maxWaitMs } = settings.recheck
  const running = doubt.effect === 'may-still-run'
  let seen: Seen | undefined
  for (let attempt = 0; attempt < attempts && !how.signal?.aborted; attempt++) {
    const pause = Math.min(waitMs * 2 ** attempt, maxWaitMs)
    const waits = running || attempt > 0
    if (how.until !== undefined && clock.now().getTime() + (waits ? pause : 0) >= how.until) break
    if (waits) await new Promise<void>((resolve) => void clock.after(pause, resolve))
    try {
      // The delays are here; the backoff of a host that just failed would be much longer.
      seen = await readBack({ ...how, skipQueue: true })
      if (!running || isSettled(seen)) return seen
    } catch (error) {
      // The process that took over determines the outcome.
      if (error instanceof LeaseLostError) throw error
      // While files are replaced the site is in maintenance; a refusal is permanent.
      if (!(error instanceof ConnectorError) || error.kind === 'refused') break
    }
  }
  return seen
}
