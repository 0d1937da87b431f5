/** Time as a dependency: whoever needs the hour asks for it, so that tests can set it. */
export interface Clock {
  now(): Date
  /** Calls back once after that many milliseconds; the returned function forgets the call. */
  after(milliseconds: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
