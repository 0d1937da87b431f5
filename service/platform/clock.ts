/** Time as a dependency, so that tests can set it. */
export interface Clock {
  now(): Date
  /** Calls back once after that many milliseconds; the returned function cancels the call. */
  after(milliseconds: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
