import { BackupError, endOfRows } from './format.ts'

const maxLineLength = 16 * 1024 * 1024
const lineBreak = 10
const rowsEndAfterRow = Buffer.concat([Buffer.from('\n'), endOfRows])

/** Splits the text of a backup, a chunk at a time, into our own lines and the rows of tables. */
export class BackupText {
  #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** One line with its line break. */
  async line(): Promise<string> {
    let end = this.#held.indexOf(lineBreak)
    while (end === -1) {
      if (this.#held.length > maxLineLength) throw new BackupError('is no backup of Flotilla.')
      await this.#more()
      end = this.#held.indexOf(lineBreak)
    }
    return this.#take(end + 1).toString()
  }

  /** The rows of a table as COPY wrote them, without the end marker. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#held.length < endOfRows.length) await this.#more()
    if (this.#held.subarray(0, endOfRows.length).equals(endOfRows)) {
      this.#take(endOfRows.length)
      return
    }
    for (;;) {
      const end = this.#held.indexOf(rowsEndAfterRow)
      if (end !== -1) {
        yield this.#take(end + 1)
        this.#take(endOfRows.length)
        return
      }
      // The last bytes may be the beginning of the end marker.
      const certain = this.#held.length - rowsEndAfterRow.length
      if (certain > 0) yield this.#take(certain)
      await this.#more()
    }
  }

  async requireEnd(): Promise<void> {
    const { done } = await this.#chunks.next()
    if (!done || this.#held.length > 0)
      throw new BackupError('continues after its end; it was altered. Use another backup.')
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    return taken
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new BackupError('ends too early: it was not written or copied completely. Use another backup.')
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value])
  }
}
