/** Time as a dependency, of the same shape as the service's clock, so that one clock can drive both. */
export interface Clock {
  now(): Date
  /** Calls back once after that many milliseconds; the returned function cancels the call. */
  after(milliseconds: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(milliseconds, callback) {
    // A closed fleet must not keep its process alive.
    const timer = setTimeout(callback, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}

export const pause = (clock: Clock, milliseconds: number): Promise<void> =>
  milliseconds > 0 ? new Promise((resolve) => clock.after(milliseconds, resolve)) : Promise.resolve()

export const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)
