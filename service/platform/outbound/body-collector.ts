const slabSize = 16 * 1024
const smallPiece = 4 * 1024

/**
 * Collects the pieces of a body. Small pieces are copied together, because single bytes
 * in separate buffers would take a hundred times the memory.
 */
export class BodyCollector {
  bytes = 0
  #pieces: Buffer[] = []
  #slab: Buffer | undefined
  #start = 0
  #end = 0

  add(piece: Buffer): void {
    this.bytes += piece.length
    if (piece.length >= smallPiece || this.bytes === piece.length) {
      this.#closeSlab()
      this.#pieces.push(piece)
      return
    }
    if (!this.#slab || this.#end + piece.length > slabSize) {
      this.#closeSlab()
      this.#slab = Buffer.allocUnsafeSlow(slabSize)
      this.#start = this.#end = 0
    }
    this.#end += piece.copy(this.#slab, this.#end)
  }

  /** All bytes so far; the collector is empty afterwards. */
  take(): Buffer {
    this.#closeSlab()
    const [first] = this.#pieces
    const all = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces, this.bytes)
    this.#pieces = []
    this.#slab = undefined
    this.bytes = this.#start = this.#end = 0
    return all
  }

  #closeSlab(): void {
    if (this.#slab && this.#end > this.#start) this.#pieces.push(this.#slab.subarray(this.#start, this.#end))
    this.#start = this.#end
  }
}
