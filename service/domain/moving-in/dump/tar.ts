/** A regular file of a tar archive. */
export interface TarFile {
  path: string
  /** Null: larger than the limit, and skipped. */
  content: Buffer | null
}

const blockBytes = 512

/**
 * The regular files of a tar archive, one at a time. Long names of GNU tar and of POSIX (pax) are shortened to what the header has:
 * only the last part of a path matters here, and those of key files fit. Throws when the archive is damaged or was cut.
 */
export async function* filesOfTar(bytes: AsyncIterable<Buffer>, maxFileBytes: number): AsyncGenerator<TarFile> {
  const input = new ByteQueue(bytes)
  for (;;) {
    const header = await input.take(blockBytes)
    if (header.every((byte) => byte === 0)) return
    const { path, size, isFile } = readHeader(header)
    const isWanted = isFile && size <= maxFileBytes
    const padded = Math.ceil(size / blockBytes) * blockBytes
    const content = isWanted ? await input.take(padded) : null
    if (!isWanted) await input.skip(padded)
    if (isFile) yield { path, content: content && Buffer.from(content.subarray(0, size)) }
  }
}

function readHeader(header: Buffer): { path: string; size: number; isFile: boolean } {
  // The sum of all bytes, with the sum itself counted as blanks.
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (readOctal(header, 148, 8) !== sum) throw new Error('The checksum of a tar header is wrong.')
  const type = header.toString('latin1', 156, 157)
  const isPosix = header.toString('latin1', 257, 262) === 'ustar'
  const prefix = isPosix ? readText(header, 345, 155) : ''
  const name = readText(header, 0, 100)
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: readOctal(header, 124, 12),
    isFile: type === '0' || type === '\0',
  }
}

function readText(header: Buffer, at: number, length: number): string {
  const text = header.toString('utf8', at, at + length)
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

function readOctal(header: Buffer, at: number, length: number): number {
  const text = readText(header, at, length).trim()
  if (!/^[0-7]{1,11}$/.test(text)) throw new Error('A number in a tar header cannot be read.')
  return Number.parseInt(text, 8)
}

/** Bytes from pieces of any size. */
class ByteQueue {
  private readonly pieces: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.pieces = bytes[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let missing = length; missing > 0; ) {
      if (this.rest.length === 0) await this.refill()
      const part = this.rest.subarray(0, missing)
      this.rest = this.rest.subarray(part.length)
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  async skip(length: number): Promise<void> {
    for (let missing = length; missing > 0; ) {
      if (this.rest.length === 0) await this.refill()
      const skipped = Math.min(missing, this.rest.length)
      this.rest = this.rest.subarray(skipped)
      missing -= skipped
    }
  }

  private async refill(): Promise<void> {
    const { done, value } = await this.pieces.next()
    if (done) throw new Error('The archive ends too early.')
    this.rest = value
  }
}
