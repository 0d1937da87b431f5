/** Resolves after what else waits in the event loop, such as other requests, had its turn. */
export const nextRunAt = () => new Promise<void>((resolve) => setImmediate(resolve))

const longestTurnMs = 20

/** For long loops: `await turns.next()` in each round lets other requests through every 20 ms. */
export class Turns {
  #begun = performance.now()

  async next(): Promise<void> {
    if (performance.now() - this.#begun < longestTurnMs) return
    await nextRunAt()
    this.#begun = performance.now()
  }
}
