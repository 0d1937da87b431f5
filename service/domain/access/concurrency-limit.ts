export interface QueueOptions {
  /** Enters the queue at the front and is never refused. */
  first?: boolean
}

/** Runs a limited number of tasks at once, queues a limited number, and refuses the rest. */
export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>, options?: QueueOptions): Promise<T>
}

export function createConcurrencyLimit(atOnce: number, maxWaiting: number, refuse: () => Error): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work, { first = false } = {}) {
      if (running >= atOnce) {
        if (waiting.length >= maxWaiting && !first) throw refuse()
        // A finished task hands over its slot, so `running` does not change.
        await new Promise<void>((resolve) => (first ? waiting.unshift(resolve) : waiting.push(resolve)))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
