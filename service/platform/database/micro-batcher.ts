import type { Database } from './database.ts'

export interface MicroBatchOptions<Item> {
  /** So many go together at most. */
  batchSize?: number
  /** After one batch has left, the next waits so long for company; whoever comes after a quiet time leaves at once. */
  delayMs?: number
  /** The same after a batch of several: there is a crowd, and more will come. */
  busyDelayMs?: number
  /** So many batches are under way at most: when the database is slow, those that come meanwhile make larger ones. */
  maxConcurrent?: number
  /** Two items with the same key never go in one batch. */
  keyOf?: (item: Item) => unknown
}

const defaultBatchOptions = { batchSize: 50, delayMs: 0, maxConcurrent: Number.POSITIVE_INFINITY }

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

/**
 * Many callers, few statements: what is asked for in the same moment goes to the database together, and each caller gets
 * its own answer. When a batch fails its members go one by one, so that only the guilty one fails; what runs here must
 * therefore do no harm when it is done twice, as after a connection that broke in the moment of the commit.
 */
export class MicroBatcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #pace: typeof defaultBatchOptions & MicroBatchOptions<Item>
  readonly #waiting: Waiting<Item, Result>[] = []
  #pausing: NodeJS.Timeout | null = null
  #leaving = false
  #lastLeft = Number.NEGATIVE_INFINITY
  #lastSize = 0
  #underWay = 0

  /** `run` answers for each item, in their order; it runs in one statement or transaction. */
  constructor(run: (items: Item[]) => Promise<Result[]>, options: MicroBatchOptions<Item> = {}) {
    this.#run = run
    this.#pace = { ...defaultBatchOptions, ...options }
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#leaveSoon()
    })
  }

  #leaveSoon(): void {
    if (this.#leaving || this.#underWay >= this.#pace.maxConcurrent) return
    const { delayMs, busyDelayMs = delayMs } = this.#pace
    const pause = this.#lastLeft + (this.#lastSize > 1 ? busyDelayMs : delayMs) - performance.now()
    if (pause > 0 && this.#waiting.length < this.#pace.batchSize) {
      this.#pausing ??= setTimeout(() => this.#leave(), pause)
      return
    }
    // A full batch does not wait; but those that come in the same turn of the event loop go along.
    this.#leaving = true
    setImmediate(() => this.#leave())
  }

  #leave(): void {
    this.#leaving = false
    if (this.#pausing) clearTimeout(this.#pausing)
    this.#pausing = null
    this.#lastLeft = performance.now()
    const batch = this.#takeBatch()
    this.#lastSize = batch.length
    this.#underWay++
    if (this.#waiting.length > 0) this.#leaveSoon()
    void this.#runTogether(batch).then(() => {
      this.#underWay--
      if (this.#waiting.length > 0) this.#leaveSoon()
    })
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const { batchSize, keyOf } = this.#pace
    const batch: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    const keys = new Set<unknown>()
    for (const waiting of this.#waiting.splice(0)) {
      const key = keyOf ? keyOf(waiting.item) : waiting
      if (batch.length >= batchSize || keys.has(key)) left.push(waiting)
      else {
        keys.add(key)
        batch.push(waiting)
      }
    }
    this.#waiting.push(...left)
    return batch
  }

  async #runTogether(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      for (const [place, { resolve }] of batch.entries()) resolve(results[place]!)
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) await this.#runTogether([one])
    }
  }
}

/** The same for a store's function: one gathering for each database. */
export function microBatched<Item, Result>(
  run: (db: Database, items: Item[]) => Promise<Result[]>,
  options?: MicroBatchOptions<Item>,
): (db: Database, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Database, MicroBatcher<Item, Result>>()
  return (db, item) => {
    let batcher = batchers.get(db)
    if (!batcher) {
      batcher = new MicroBatcher((items) => run(db, items), options)
      batchers.set(db, batcher)
    }
    return batcher.add(item)
  }
}
