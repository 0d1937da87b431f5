export interface Turn {
  /** Goes before all others that wait, and is never turned away. */
  first?: boolean
}

/** Lets so many through at once and so many wait; whoever comes after that is turned away. */
export interface ConcurrencyLimit {
  pass<T>(work: () => Promise<T>, turn?: Turn): Promise<T>
}

export function createConcurrencyLimit(atOnce: number, maxWaiting: number, refuse: () => Error): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    async pass(work, { first = false } = {}) {
      if (inside >= atOnce) {
        if (waiting.length >= maxWaiting && !first) throw refuse()
        // Whoever leaves hands over their place, so `inside` stays as it is.
        await new Promise<void>((resolve) => (first ? waiting.unshift(resolve) : waiting.push(resolve)))
      } else inside++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else inside--
      }
    },
  }
}
