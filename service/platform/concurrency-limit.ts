/** Runs a limited number of calls at once; the others wait in order. */
export class ConcurrencyLimit {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(maxRunning: number) {
    this.#free = maxRunning
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((start) => this.#waiting.push(start))
    try {
      return await work()
    } finally {
      // The next call takes over the slot, so the number of free ones stays.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
