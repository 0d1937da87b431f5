/** The text is not a feed; the message describes what was expected. */
export class FeedError extends Error {}

export interface SplitLimits {
  /** Bytes of the whole feed. */
  maxBytes: number
  /** Bytes of one record; a longer one is skipped. */
  maxRecordBytes: number
  maxDepth: number
  maxRecords: number
}

export const feedLimits: SplitLimits = {
  maxBytes: 256 * 1024 * 1024,
  maxRecordBytes: 1024 * 1024,
  maxDepth: 32,
  maxRecords: 250_000,
}

export interface SplitRecord {
  /** Its name in a map, or its position in a list. */
  key: string
  /** JSON; null if it was longer than the limit. */
  json: string | null
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const byteOrderMark = [0xef, 0xbb, 0xbf]
const maxNameBytes = 1_000
const wrapper = 'vulnerabilities'

const isOpening = (byte: number) => byte === openBrace || byte === openBracket
const isClosing = (byte: number) => byte === closeBrace || byte === closeBracket
const closingOf = (byte: number) => (byte === openBrace ? closeBrace : closeBracket)

/**
 * Splits a feed into its records, so that one record at a time is in memory: the members of a list or map, at the top or under
 * `vulnerabilities`. It follows only strings and brackets; JSON.parse checks each record.
 */
export class RecordSplitter {
  /** Of the value or name that is being read. */
  #pieces: Buffer[] = []
  #bytes = 0
  #total = 0
  #records = 0
  /** The closing brackets of the containers around the records. */
  readonly #containers: number[] = []
  #reading: 'name' | 'value' | null = null
  /** Open brackets inside the value. */
  #depth = 0
  #inString = false
  #escaped = false
  #name: string | null = null
  #hasColon = false
  #ended = false
  readonly #limits: SplitLimits

  constructor(limits: SplitLimits = feedLimits) {
    this.#limits = limits
  }

  /** The records that end in this part. */
  add(part: Buffer): SplitRecord[] {
    const found: SplitRecord[] = []
    const isFirst = this.#total === 0
    this.#total += part.length
    if (this.#total > this.#limits.maxBytes) {
      throw new FeedError(`is larger than ${this.#limits.maxBytes / 1024 / 1024} MB`)
    }
    let start = 0
    for (let index = 0; index < part.length; index++) {
      const byte = part[index] ?? 0
      if (this.#inString) {
        index = this.#skipString(part, index)
        if (!this.#inString && this.#reading === 'name') this.#endName(part.subarray(start, index + 1))
      } else if (this.#reading === 'value') {
        if (byte === quote) this.#inString = true
        else if (isOpening(byte)) this.#enter()
        else if (isClosing(byte) && this.#depth > 0) this.#depth--
        else if (isClosing(byte) || (byte === comma && this.#depth === 0)) {
          found.push(this.#endRecord(part.subarray(start, index)))
          if (byte !== comma) this.#endContainer(byte)
        }
      } else if (byte > 0x20 && !(isFirst && index < 3 && byte === byteOrderMark[index])) {
        start = index
        this.#startToken(byte)
      }
    }
    // The next part may reuse the memory of this one.
    if (this.#reading !== null) this.#keep(Buffer.from(part.subarray(start)))
    return found
  }

  /** Call it after the last part: a feed that was cut off is none. */
  end(): void {
    if (this.#containers.length === 0 && !this.#ended) throw new FeedError('is not JSON')
    if (!this.#ended) throw new FeedError('is incomplete: its end is missing')
  }

  /** The index of the last byte of the string in this part. */
  #skipString(part: Buffer, from: number): number {
    for (let index = from; index < part.length; index++) {
      const byte = part[index] ?? 0
      if (this.#escaped) this.#escaped = false
      else if (byte === backslash) this.#escaped = true
      else if (byte === quote) {
        this.#inString = false
        return index
      }
    }
    return part.length
  }

  #startToken(byte: number): void {
    const closing = this.#containers.at(-1)
    if (this.#ended) throw new FeedError('is not JSON: it goes on after its end')
    if (closing === undefined) this.#openFirst(byte)
    else if (byte === closing && this.#name === null) this.#endContainer(byte)
    else if (byte !== comma || this.#name !== null) this.#startMember(byte, closing)
  }

  #startMember(byte: number, closing: number): void {
    if (closing === closeBrace && this.#name === null) {
      if (byte !== quote) throw new FeedError('is not JSON')
      this.#reading = 'name'
      this.#inString = true
    } else if (closing === closeBrace && !this.#hasColon) {
      if (byte !== colon) throw new FeedError('is not JSON')
      this.#hasColon = true
    } else if (this.#containers.length === 1 && this.#name === wrapper && isOpening(byte)) {
      this.#containers.push(closingOf(byte))
      this.#forgetName()
    } else this.#startValue(byte)
  }

  #openFirst(byte: number): void {
    if (isOpening(byte)) this.#containers.push(closingOf(byte))
    else if (byte === quote || (byte >= 0x30 && byte <= 0x39))
      throw new FeedError('is neither a list nor a map of entries')
    else throw new FeedError('is not JSON')
  }

  #startValue(byte: number): void {
    if (isClosing(byte) || byte === comma || byte === colon) throw new FeedError('is not JSON')
    this.#reading = 'value'
    this.#depth = 0
    if (byte === quote) this.#inString = true
    else if (isOpening(byte)) this.#enter()
  }

  #enter(): void {
    if (++this.#depth > this.#limits.maxDepth) throw new FeedError('is nested too deeply')
  }

  #endContainer(byte: number): void {
    if (this.#containers.pop() !== byte) throw new FeedError('is not JSON')
    this.#ended = this.#containers.length === 0
  }

  #endName(piece: Buffer): void {
    this.#keep(piece)
    if (this.#bytes > maxNameBytes) throw new FeedError('has a name that is too long')
    const name = parseJson(this.#take())
    this.#name = typeof name === 'string' ? name : ''
    this.#hasColon = false
    this.#reading = null
  }

  #endRecord(piece: Buffer): SplitRecord {
    this.#keep(piece)
    if (++this.#records > this.#limits.maxRecords)
      throw new FeedError(`has more than ${this.#limits.maxRecords} records`)
    const key = this.#name ?? String(this.#records - 1)
    const isTooLong = this.#bytes > this.#limits.maxRecordBytes
    const json = this.#take()
    this.#reading = null
    this.#forgetName()
    return { key, json: isTooLong ? null : json }
  }

  #forgetName(): void {
    this.#name = null
    this.#hasColon = false
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length
    // The rest of a record that is too long is only counted.
    if (this.#bytes <= this.#limits.maxRecordBytes) this.#pieces.push(piece)
    else this.#pieces = []
  }

  #take(): string {
    const [first] = this.#pieces
    const text = this.#pieces.length === 1 && first ? first.toString() : Buffer.concat(this.#pieces).toString()
    this.#pieces = []
    this.#bytes = 0
    return text
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FeedError('is not JSON')
  }
}
