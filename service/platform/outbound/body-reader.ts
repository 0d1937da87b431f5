import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import { codeOf } from '../error-facts.ts'
import { BodyCollector } from './body-collector.ts'
import type { OutboundCode } from './errors.ts'
import type { Caps } from './request.ts'

export const acceptedEncodings = 'gzip, br'

/** Up to this size decompression takes about a millisecond and is synchronous; longer bodies use a thread. */
const inOneGo = 64 * 1024
/** Below this size the ratio is not checked: short repetitive answers compress very well. */
const ratioFloor = 1024 * 1024

type Decoder = ReturnType<typeof createGunzip>
interface Coding {
  atOnce: (packed: Buffer, options: { maxOutputLength: number; chunkSize: number }) => Buffer
  stream: (options: { chunkSize: number }) => Decoder
}

const gzip: Coding = { atOnce: gunzipSync, stream: createGunzip }
const codings: Record<string, (firstByte: number) => Coding> = {
  gzip: () => gzip,
  'x-gzip': () => gzip,
  // Both decoders are transform streams with the same events; only their options differ.
  br: () => ({ atOnce: brotliDecompressSync, stream: createBrotliDecompress as unknown as Coding['stream'] }),
  // Half of the servers that send "deflate" omit the zlib header, whose low four bits are always 8.
  deflate: (firstByte) =>
    (firstByte & 0x0f) === 8
      ? { atOnce: inflateSync, stream: createInflate }
      : { atOnce: inflateRawSync, stream: createInflateRaw },
}

export interface BodyOutcome {
  /** Receives the decompressed body part by part; `done` then gets an empty one. */
  receive?: ((part: Buffer) => void) | undefined
  done(body: Buffer): void
  failed(code: OutboundCode): void
  /** Decompression is behind, or has caught up. */
  pause(): void
  resume(): void
}

/** Receives the body of one answer in pieces, decompresses it and stops as soon as a limit is exceeded. */
export class BodyReader {
  #received = 0
  #decoded = 0
  #pieces = 0
  #over = false
  #collector = new BodyCollector()
  #decoder: Decoder | undefined
  readonly #coding: ((firstByte: number) => Coding) | 'unknown' | undefined
  readonly #caps: Caps & { maxRatio: number }
  readonly #outcome: BodyOutcome

  constructor(encoding: string, caps: Caps & { maxRatio: number }, outcome: BodyOutcome) {
    this.#caps = caps
    this.#outcome = outcome
    const name = encoding.trim().toLowerCase()
    if (name === '' || name === 'identity') return
    this.#coding = Object.hasOwn(codings, name) ? codings[name] : 'unknown'
  }

  add(piece: Buffer): void {
    if (this.#over) return
    this.#received += piece.length
    this.#pieces++
    const objection = this.#objection()
    if (objection) {
      this.#fail(objection)
    } else if (this.#decoder) {
      if (!this.#decoder.write(piece)) this.#outcome.pause()
    } else if (this.#outcome.receive && !this.#coding) {
      this.#outcome.receive(piece)
    } else {
      this.#collector.add(piece)
      if (typeof this.#coding === 'function' && this.#received > inOneGo) this.#startStreaming(this.#coding)
    }
  }

  end(): void {
    if (this.#over) return
    if (this.#decoder) {
      this.#decoder.end()
      return
    }
    const received = this.#collector.take()
    if (received.length > 0 && typeof this.#coding === 'function') this.#decodeAtOnce(this.#coding, received)
    else this.#finish(received)
  }

  /** The body is no longer needed. */
  drop(): void {
    this.#over = true
    this.#collector.take()
    this.#decoder?.destroy()
  }

  #objection(): OutboundCode | undefined {
    const { maxBytes, maxDecodedBytes } = this.#caps
    if (this.#coding === 'unknown') return 'bad_encoding'
    if (this.#received > maxBytes) return 'body_too_large'
    if (!this.#coding && this.#received > maxDecodedBytes) return 'decoded_too_large'
    // Ten thousand tiny pieces are an attack, not an answer.
    return this.#pieces > 10_000 && this.#received < this.#pieces * 16 ? 'protocol_error' : undefined
  }

  #decodeAtOnce(coding: (firstByte: number) => Coding, received: Buffer): void {
    let decoded: Buffer
    try {
      decoded = coding(received[0] ?? 0).atOnce(received, { maxOutputLength: this.#mostDecoded(), chunkSize: inOneGo })
    } catch (error) {
      const code = codeOf(error)
      this.#fail(code === 'ERR_BUFFER_TOO_LARGE' ? 'decoded_too_large' : 'bad_encoding')
      return
    }
    this.#finish(decoded)
  }

  #startStreaming(coding: (firstByte: number) => Coding): void {
    const received = this.#collector.take()
    const decoder = coding(received[0] ?? 0).stream({ chunkSize: inOneGo })
    this.#decoder = decoder
    decoder.on('data', (piece: Buffer) => {
      if (this.#over) return
      this.#decoded += piece.length
      if (this.#decoded > this.#mostDecoded()) this.#fail('decoded_too_large')
      else if (this.#outcome.receive) this.#outcome.receive(piece)
      else this.#collector.add(piece)
    })
    decoder.on('drain', () => this.#over || this.#outcome.resume())
    decoder.on('end', () => this.#over || this.#finish(this.#collector.take()))
    decoder.on('error', () => this.#over || this.#fail('bad_encoding'))
    if (!decoder.write(received)) this.#outcome.pause()
  }

  #mostDecoded(): number {
    return Math.min(this.#caps.maxDecodedBytes, Math.max(ratioFloor, this.#received * this.#caps.maxRatio))
  }

  #finish(body: Buffer): void {
    this.#over = true
    const { receive } = this.#outcome
    if (receive && body.length > 0) receive(body)
    this.#outcome.done(receive ? Buffer.alloc(0) : body)
  }

  #fail(code: OutboundCode): void {
    this.drop()
    this.#outcome.failed(code)
  }
}
