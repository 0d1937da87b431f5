/** Resolves after everything else in the event loop, such as other requests, has run. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

const yieldAfterMs = 20

/** For long loops: `await yielder.next()` in each iteration lets other requests run every 20 ms. */
export class Yielder {
  #startedAt = performance.now()

  async next(): Promise<void> {
    if (performance.now() - this.#startedAt < yieldAfterMs) return
    await yieldToEventLoop()
    this.#startedAt = performance.now()
  }
}
