/** Whose password is hashed. `subnet` is null where the caller has proven something before: it runs first and is never refused. */
export interface HashCaller {
  subnet: string | null
  /** The caller has solved a puzzle; see sign-in/puzzle.ts. */
  hasSolved?: boolean
  /** The puzzle that a refusal offers. */
  createPuzzle?(): string
}

interface Waiting {
  subnet: string
  start(): void
}

export interface HashQueueLimits {
  running: number
  /** Waiting callers who solved a puzzle, and others. */
  solved: number
  unsolved: number
  /** The part of each list that one subnet may fill. */
  subnetShare: number
}

const firstGuessMs = 250

/**
 * Runs a few hashes at once. Others wait: first callers who are known, then those who solved a puzzle, then the rest. Every
 * fourth place is for the rest, so that the length of the lists limits the wait of all.
 */
export class HashQueue {
  readonly #limits: HashQueueLimits
  readonly #refusal: (waitSeconds: number, puzzle: string | undefined) => Error
  readonly #known: (() => void)[] = []
  readonly #solved: Waiting[] = []
  readonly #unsolved: Waiting[] = []
  #free: number
  #started = 0
  #meanMs = firstGuessMs

  constructor(limits: HashQueueLimits, refusal: (waitSeconds: number, puzzle: string | undefined) => Error) {
    this.#limits = limits
    this.#refusal = refusal
    this.#free = limits.running
  }

  /** Throws when a hash of this caller would be refused. */
  requirePlace({ subnet, hasSolved = false, createPuzzle }: HashCaller): void {
    if (subnet === null || this.#free > 0) return
    const waiting = hasSolved ? this.#solved : this.#unsolved
    const most = hasSolved ? this.#limits.solved : this.#limits.unsolved
    const own = waiting.filter((each) => each.subnet === subnet).length
    if (waiting.length >= most || own >= Math.ceil(most * this.#limits.subnetShare))
      throw this.#refusal(this.#waitSeconds(), createPuzzle?.())
  }

  /** How long a caller who solves a puzzle now is likely to wait. */
  #waitSeconds(): number {
    const before = this.#known.length + (this.#solved.length * 4) / 3 + 1
    return Math.max(1, Math.ceil((before * this.#meanMs) / this.#limits.running / 1000))
  }

  async run<T>(work: () => Promise<T>, caller: HashCaller): Promise<T> {
    this.requirePlace(caller)
    if (this.#free > 0) this.#free--
    else await this.#wait(caller)
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.#meanMs += (performance.now() - began - this.#meanMs) / 8
      const next = this.#next()
      // The next one takes over the place, so the number of free ones stays.
      if (next) next()
      else this.#free++
    }
  }

  #wait({ subnet, hasSolved = false }: HashCaller): Promise<void> {
    return new Promise((start) => {
      if (subnet === null) this.#known.push(start)
      else (hasSolved ? this.#solved : this.#unsolved).push({ subnet, start })
    })
  }

  #next(): (() => void) | undefined {
    const known = this.#known.shift()
    if (known) return known
    const lists = ++this.#started % 4 === 0 ? [this.#unsolved, this.#solved] : [this.#solved, this.#unsolved]
    return lists.find((list) => list.length > 0)?.shift()?.start
  }
}
