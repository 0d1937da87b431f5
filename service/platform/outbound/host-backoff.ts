import { LRUCache } from 'lru-cache'

const firstDelay = 1_000
const maxDelay = 30_000
const maxPause = 120_000
const resetAfter = 600_000
const maxHosts = 10_000

/** `overloaded`: timed out, 429 or 503. `indifferent`: no information about the load of the host. */
export type HostOutcome = 'fine' | 'overloaded' | 'indifferent'

/** The status of the answer that caused a pause, or no answer in time. */
export type PauseReason = 429 | 503 | 'timeout'

interface Backoff {
  reason: PauseReason | undefined
  /** Between two calls to this host. */
  delayMs: number
  notBefore: number
  lastFailure: number
}

/** The slowed hosts and their delays; all others are not in here. */
export class HostBackoff {
  readonly #hosts = new LRUCache<string, Backoff>({ max: maxHosts })

  /** The host timed out or is overloaded: doubles its delay. */
  slowDown(host: string, now: number, retryAfterMs = 0, reason?: PauseReason): void {
    const before = this.#get(host, now)?.delayMs ?? 0
    const delayMs = Math.min(maxDelay, Math.max(firstDelay, before * 2))
    const notBefore = now + Math.max(delayMs, Math.min(retryAfterMs, maxPause))
    this.#hosts.set(host, { reason, delayMs, notBefore, lastFailure: now })
  }

  /** The host answered: halves its delay down to none. */
  speedUp(host: string): void {
    const backoff = this.#hosts.get(host)
    if (!backoff) return
    backoff.delayMs /= 2
    if (backoff.delayMs < firstDelay / 2) this.#hosts.delete(host)
  }

  started(host: string, now: number): void {
    const backoff = this.#get(host, now)
    if (backoff) backoff.notBefore = Math.max(backoff.notBefore, now + backoff.delayMs)
  }

  /** When the host may be called next; 0 if it is not slowed. A slowed host gets one call at a time. */
  notBefore(host: string, now: number): number {
    const backoff = this.#get(host, now)
    if (!backoff) return 0
    // No host pauses longer than the longest pause, even if the clock was set back.
    backoff.notBefore = Math.min(backoff.notBefore, now + maxPause)
    return backoff.notBefore
  }

  /** Why the host is slowed. */
  reason(host: string): PauseReason | undefined {
    return this.#hosts.get(host)?.reason
  }

  #get(host: string, now: number): Backoff | undefined {
    const backoff = this.#hosts.get(host)
    if (!backoff || now - backoff.lastFailure < resetAfter) return backoff
    this.#hosts.delete(host)
    return undefined
  }
}
