const firstDelay = 1_000
const longestDelay = 30_000
const longestPause = 120_000
const forgottenAfter = 600_000
const mostHosts = 10_000

interface Backoff {
  /** Between two calls to this host. */
  delayMs: number
  notBefore: number
  lastTrouble: number
}

/** The hosts that are in trouble and how much slower they are called; all others are not in here. */
export class HostBackoff {
  #paces = new Map<string, Backoff>()

  /** The host timed out or said that it has too much to do: twice as slow as before. */
  slowDown(host: string, now: number, retryAfterMs = 0): void {
    const before = this.#get(host, now)?.delayMs ?? 0
    const delayMs = Math.min(longestDelay, Math.max(firstDelay, before * 2))
    const notBefore = now + Math.max(delayMs, Math.min(retryAfterMs, longestPause))
    this.#paces.delete(host)
    this.#paces.set(host, { delayMs, notBefore, lastTrouble: now })
    if (this.#paces.size > mostHosts) this.#paces.delete(this.#paces.keys().next().value!)
  }

  /** The host answered well: twice as fast, until it is at full speed again. */
  speedUp(host: string): void {
    const backoff = this.#paces.get(host)
    if (!backoff) return
    backoff.delayMs /= 2
    if (backoff.delayMs < firstDelay / 2) this.#paces.delete(host)
  }

  started(host: string, now: number): void {
    const backoff = this.#get(host, now)
    if (backoff) backoff.notBefore = Math.max(backoff.notBefore, now + backoff.delayMs)
  }

  /** When the host may be called next; 0 when it is not slowed down. A slowed host gets one call at a time. */
  notBefore(host: string, now: number): number {
    const backoff = this.#get(host, now)
    if (!backoff) return 0
    // No host rests longer than the longest pause, even if the clock was set back meanwhile.
    backoff.notBefore = Math.min(backoff.notBefore, now + longestPause)
    return backoff.notBefore
  }

  #get(host: string, now: number): Backoff | undefined {
    const backoff = this.#paces.get(host)
    if (!backoff || now - backoff.lastTrouble < forgottenAfter) return backoff
    this.#paces.delete(host)
    return undefined
  }
}
