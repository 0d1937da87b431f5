/** Counts bytes and calls back once when the limit is exceeded. */
export class Meter {
  #left: number
  readonly #onEmpty: () => void

  constructor(max: number, onEmpty: () => void) {
    this.#left = max
    this.#onEmpty = onEmpty
  }

  readonly count = (chunk: Buffer): void => {
    if (this.#left < 0) return
    this.#left -= chunk.length
    if (this.#left < 0) this.#onEmpty()
  }
}
