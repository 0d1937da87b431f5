/** Writes non-negative integers as varints, seven bits per byte. */
export class ByteWriter {
  readonly #bytes: number[] = []

  number(value: number): void {
    let rest = Math.max(0, Math.round(value))
    while (rest >= 128) {
      this.#bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.#bytes.push(rest)
  }

  /** Also accepts negative numbers. */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value)
  }

  text(value: string): void {
    const bytes = Buffer.from(value)
    this.number(bytes.length)
    for (const byte of bytes) this.#bytes.push(byte)
  }

  end(): Buffer {
    return Buffer.from(this.#bytes)
  }
}

export class DamagedBytes extends Error {}

/** Reads the output of a ByteWriter. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new DamagedBytes('The bytes end in the middle of a number.')
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }

  signed(): number {
    const value = this.number()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  text(): string {
    const length = this.number()
    const text = this.#bytes.toString('utf8', this.#at, this.#at + length)
    this.#at += length
    return text
  }
}
