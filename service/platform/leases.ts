import type { Clock } from './clock.ts'
import { messageOf } from './error-facts.ts'
import type { Logger } from './log.ts'

/** A right that expires unless it is renewed, so that a crashed holder loses it. */
export interface Lease {
  /** For the log. */
  name: string
  /** False when another holder has it now. */
  renew(): Promise<boolean>
  release(): Promise<unknown>
}

export interface Leases {
  /** A lease that is not renewed for this long expires. All processes of one database need the same value. */
  readonly seconds: number
  /**
   * Runs `work` and renews the lease meanwhile. The signal is aborted when the lease is lost: from then on another
   * process may do the same work.
   */
  hold<Result>(lease: Lease, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`The lease of ${name} was lost, so the work was stopped.`)
  }
}

export function createLeases({ clock, log }: { clock: Clock; log: Logger }, seconds = 30): Leases {
  return {
    seconds,
    async hold(lease, work) {
      const lost = new AbortController()
      const stopRenewing = keepRenewing(lease, () => lost.abort(new LeaseLostError(lease.name)))
      try {
        return await work(lost.signal)
      } finally {
        stopRenewing()
        await lease
          .release()
          .catch((error) => log.warn({ reason: messageOf(error), lease: lease.name }, 'lease not released'))
      }
    },
  }

  /** Renews three times per period. A renewal that fails is repeated until the lease has expired. */
  function keepRenewing({ name, renew }: Lease, lose: () => void): () => void {
    let expiresAt = clock.now().getTime() + seconds * 1000
    let isStopped = false
    let cancelTimer = () => {}
    const renewOnce = async () => {
      const startedAt = clock.now().getTime()
      try {
        if (!(await renew())) return loseLease()
        expiresAt = startedAt + seconds * 1000
      } catch (error) {
        log.warn({ reason: messageOf(error), lease: name }, 'lease not renewed')
        if (clock.now().getTime() >= expiresAt) return loseLease()
      }
      schedule()
    }
    const loseLease = () => {
      if (isStopped) return
      log.warn({ lease: name }, 'lease lost during work')
      lose()
    }
    const schedule = () => {
      if (!isStopped) cancelTimer = clock.after((seconds * 1000) / 3, () => void renewOnce())
    }
    schedule()
    return () => {
      isStopped = true
      cancelTimer()
    }
  }
}
