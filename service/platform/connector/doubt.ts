import type { How } from './child-site.ts'
import { ConnectorError } from './errors.ts'
import type { Kit } from './parts/kit.ts'

/**
 * After a change of unknown outcome: looks at the site until what it shows is settled. A call that is over needs one
 * good look; one that may still run is looked after for a while. Undefined when the site could not be read.
 */
export async function checkAgain<Seen>(
  { clock, settings }: Pick<Kit, 'clock' | 'settings'>,
  doubt: ConnectorError,
  look: (how: How) => Promise<Seen>,
  isSettled: (seen: Seen) => boolean,
  how: How = {},
): Promise<Seen | undefined> {
  const { attempts, waitMs, longestWaitMs } = settings.recheck
  const running = doubt.effect === 'may-still-run'
  let seen: Seen | undefined
  for (let attempt = 0; attempt < attempts && !how.signal?.aborted; attempt++) {
    const pause = Math.min(waitMs * 2 ** attempt, longestWaitMs)
    if (running || attempt > 0) await new Promise<void>((resolve) => void clock.after(pause, resolve))
    try {
      // The pauses are kept here, and a host that just failed us would make us wait much longer.
      seen = await look({ ...how, skipQueue: true })
      if (!running || isSettled(seen)) return seen
    } catch (error) {
      // While files are being replaced the site is in maintenance; a site that refuses us will go on doing so.
      if (!(error instanceof ConnectorError) || error.kind === 'refused') break
    }
  }
  return seen
}
