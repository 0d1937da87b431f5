export interface ConcurrencyLimitOptions {
  /** Waiting calls above this number are refused. Default: unlimited. */
  maxWaiting?: number
  /** The error of a refused call. */
  refusal?: () => Error
}

export interface WaitOptions {
  /** Runs before all waiting calls, and is never refused. */
  first?: boolean
}

/** Runs a limited number of calls at once; the others wait in order. */
export class ConcurrencyLimit {
  #free: number
  readonly #waiting: (() => void)[] = []
  readonly #options: ConcurrencyLimitOptions

  constructor(maxRunning: number, options: ConcurrencyLimitOptions = {}) {
    this.#free = maxRunning
    this.#options = options
  }

  async run<T>(work: () => Promise<T>, { first = false }: WaitOptions = {}): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#wait(first)
    try {
      return await work()
    } finally {
      // The next call takes over the slot, so the number of free ones stays.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }

  #wait(first: boolean): Promise<void> {
    const { maxWaiting = Number.POSITIVE_INFINITY, refusal = () => new Error('Too many calls wait.') } = this.#options
    if (this.#waiting.length >= maxWaiting && !first) throw refusal()
    return new Promise((resolve) => (first ? this.#waiting.unshift(resolve) : this.#waiting.push(resolve)))
  }
}
