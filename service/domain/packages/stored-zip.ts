import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Db } from '../../platform/database/database.ts'
import { packageRefused } from './package-errors.ts'
import { findPart } from './package-store.ts'

/** All parts but the last have exactly this size, so that the part of a byte is known. */
export const partBytes = 1_100_000
export const maxParts = 60
export const maxZipBytes = partBytes * maxParts

const incomplete = () => packageRefused('it was deleted while it was read. Upload it again.')

/** The bytes of a stored zip file; at most two parts are in memory. */
export class StoredZip {
  readonly #db: Db
  readonly #packageId: number
  readonly size: number
  #cached: { part: number; content: Promise<Buffer | undefined> }[] = []

  constructor(db: Db, { id, bytes }: { id: number; bytes: number }) {
    this.#db = db
    this.#packageId = id
    this.size = bytes
  }

  async #part(part: number): Promise<Buffer> {
    let found = this.#cached.find((each) => each.part === part)
    if (!found) {
      found = { part, content: findPart(this.#db, this.#packageId, part) }
      this.#cached = [found, ...this.#cached].slice(0, 2)
    }
    const content = await found.content
    if (!content) throw incomplete()
    return content
  }

  /** The bytes from `start` up to, but not including, `end`, part by part. */
  async *pieces(start = 0, end = this.size): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const part = Math.floor(at / partBytes)
      const content = await this.#part(part)
      const from = at - part * partBytes
      const piece = content.subarray(from, Math.min(content.length, from + end - at))
      if (piece.length === 0) throw incomplete()
      at += piece.length
      yield piece
    }
  }

  async read(start: number, length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.pieces(start, Math.min(this.size, start + length))) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  stream(start: number, end: number): Readable {
    return Readable.from(this.pieces(start, end), { objectMode: false })
  }

  async sha256(): Promise<string> {
    const hash = createHash('sha256')
    for await (const piece of this.pieces()) hash.update(piece)
    return hash.digest('hex')
  }
}
