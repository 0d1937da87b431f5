import type { Database } from './database.ts'

export interface MicroBatchOptions<Item> {
  /** Maximum items per batch. */
  batchSize?: number
  /** Delay between a batch and the next; an item after an idle time runs at once. */
  delayMs?: number
  /** The same after a batch of several items: there is load, and more will follow. */
  busyDelayMs?: number
  /** Maximum concurrent batches: with a slow database the batches become larger. */
  maxConcurrent?: number
  /** Two items with the same key are never in one batch. */
  keyOf?: (item: Item) => unknown
}

const defaultBatchOptions = { batchSize: 50, delayMs: 0, maxConcurrent: Number.POSITIVE_INFINITY }

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

/**
 * Combines many calls into few statements: items added at the same time are sent to the database together, and each caller
 * gets its own result. If a batch fails, its items run one by one, so that only the faulty one fails. The work must
 * therefore be repeatable, as after a connection that broke during the commit.
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

  /** `run` returns a result per item, in order; it runs in one statement or transaction. */
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
    // A full batch does not wait, but includes items added in the same tick.
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
      // `run` returns one result per item.
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      const [first, ...others] = batch
      if (others.length === 0) first?.reject(error)
      else for (const one of batch) await this.#runTogether([one])
    }
  }
}

/** The same for a store's function: one batcher per database, which owns it. */
export function microBatched<Item, Result>(
  run: (db: Database, items: Item[]) => Promise<Result[]>,
  options?: MicroBatchOptions<Item>,
): (db: Database, item: Item) => Promise<Result> {
  return (db, item) => {
    // Only this function stores a value under `run`.
    let batcher = db.batchers.get(run) as MicroBatcher<Item, Result> | undefined
    if (!batcher) {
      batcher = new MicroBatcher((items) => run(db, items), options)
      db.batchers.set(run, batcher)
    }
    return batcher.add(item)
  }
}
