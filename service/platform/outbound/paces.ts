const firstDelay = 1_000
const longestDelay = 30_000
const longestPause = 120_000
const forgottenAfter = 600_000
const mostHosts = 10_000

interface Pace {
  /** Between two calls to this host. */
  delayMs: number
  notBefore: number
  lastTrouble: number
}

/** The hosts that are in trouble and how much slower they are called; all others are not in here. */
export class Paces {
  #paces = new Map<string, Pace>()

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
    const pace = this.#paces.get(host)
    if (!pace) return
    pace.delayMs /= 2
    if (pace.delayMs < firstDelay / 2) this.#paces.delete(host)
  }

  started(host: string, now: number): void {
    const pace = this.#get(host, now)
    if (pace) pace.notBefore = Math.max(pace.notBefore, now + pace.delayMs)
  }

  /** When the host may be called next; 0 when it is not slowed down. A slowed host gets one call at a time. */
  notBefore(host: string, now: number): number {
    const pace = this.#get(host, now)
    if (!pace) return 0
    // No host rests longer than the longest pause, even if the clock was set back meanwhile.
    pace.notBefore = Math.min(pace.notBefore, now + longestPause)
    return pace.notBefore
  }

  #get(host: string, now: number): Pace | undefined {
    const pace = this.#paces.get(host)
    if (!pace || now - pace.lastTrouble < forgottenAfter) return pace
    this.#paces.delete(host)
    return undefined
  }
}
