import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type LimitedCaller, limitedCallerOf } from '../../operation/actor.ts'
import type { Budget } from '../../operation/budget.ts'
import type { ServiceError } from '../../operation/errors.ts'
import { overloaded, tooMuchAtOnce } from '../../operation/load-errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { bodyIncomplete, bodyTooSlow, requestTooLarge } from './surface-errors.ts'

export interface UploadParts {
  clock: Clock
  /** Bytes of bodies with credentials. */
  bodies: Budget
  /** Bytes of bodies without credentials. */
  publicBytes: number
  publicTimeoutMs: number
  refuse(reason: string, error: ServiceError): ServiceError
}

interface Upload {
  bytes: number
  drop(error: ServiceError): void
}

/** Request bodies in progress. Their bytes count until the request is answered, because the parsed input stays in memory. */
export class Uploads {
  readonly #parts: UploadParts
  /** Uploads without credentials, oldest first. */
  readonly #anonymous = new Set<Upload>()
  #anonymousBytes = 0
  /** Uploads with credentials that are not complete. */
  readonly #incomplete = new Map<Upload, LimitedCaller>()

  constructor(parts: UploadParts) {
    this.#parts = parts
  }

  get bytes(): number {
    return this.#parts.bodies.used + this.#anonymousBytes
  }

  /** All bytes of the body, or an error: too large, too slow, aborted, or too much in progress. */
  receive(request: FastifyRequest, payload: Readable): Promise<Buffer> {
    const limit = request.routeOptions.bodyLimit
    if (Number(request.headers['content-length']) > limit) return Promise.reject(requestTooLarge(limit))
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    let body = Buffer.alloc(0)
    const caller = request.actor.kind === 'nobody' ? null : limitedCallerOf(request.actor)
    const upload: Upload = { bytes: 0, drop: fail }
    const incomplete = this.#incomplete
    const take = caller ? this.#countOf(request, upload, caller) : this.#countAnonymous(request, upload)
    payload.on('data', onData).on('end', onEnd).on('error', onCut)

    function onData(piece: Buffer) {
      if (upload.bytes + piece.length > limit) return fail(requestTooLarge(limit))
      const refusal = take(piece.length)
      if (refusal) return fail(refusal)
      body = append(body, upload.bytes, piece)
      upload.bytes += piece.length
    }
    function onEnd() {
      stop()
      resolve(body.subarray(0, upload.bytes))
    }
    function onCut() {
      fail(bodyIncomplete())
    }
    function fail(error: ServiceError) {
      stop()
      body = Buffer.alloc(0)
      // The rest is read and discarded, so that a caller who is still sending can read the answer.
      payload.on('error', () => {}).resume()
      reject(error)
    }
    function stop() {
      incomplete.delete(upload)
      payload.off('data', onData).off('end', onEnd).off('error', onCut)
    }
    return promise
  }

  #countOf(request: FastifyRequest, upload: Upload, caller: LimitedCaller): (bytes: number) => ServiceError | null {
    const { bodies, refuse } = this.#parts
    this.#incomplete.set(upload, caller)
    request.releases?.push(() => {
      this.#incomplete.delete(upload)
      bodies.release(caller, upload.bytes)
    })
    return (bytes) => {
      let taken = bodies.take(caller, bytes)
      while (taken === 'total' && this.#dropLargest(caller, bytes)) taken = bodies.take(caller, bytes)
      if (taken === 'caller') return refuse('bodies', tooMuchAtOnce('request bodies'))
      if (taken === 'total') return refuse('bodies', overloaded())
      return null
    }
  }

  /** Drops the largest incomplete upload of the caller with the most bytes; false if no caller has more than this one then has. */
  #dropLargest(caller: LimitedCaller, bytes: number): boolean {
    const { bodies, refuse } = this.#parts
    let most: { owner: LimitedCaller; used: number; upload: Upload | null }
    most = { owner: caller, used: bodies.usedBy(caller) + bytes, upload: null }
    for (const [upload, owner] of this.#incomplete) {
      const used = bodies.usedBy(owner)
      const isMore =
        used > most.used || (most.upload !== null && used === most.used && upload.bytes > most.upload.bytes)
      // Programs do not drop uploads of people.
      if (isMore && upload.bytes > 0 && (caller.isPerson || !owner.isPerson)) most = { owner, used, upload }
    }
    if (!most.upload) return false
    bodies.release(most.owner, most.upload.bytes)
    most.upload.bytes = 0
    most.upload.drop(refuse('bodies', overloaded()))
    return true
  }

  /** When there are too many bytes, the oldest upload is dropped: a real sign-in takes milliseconds. */
  #countAnonymous(request: FastifyRequest, upload: Upload): (bytes: number) => null {
    const { clock, publicBytes, publicTimeoutMs, refuse } = this.#parts
    const stopTimer = clock.after(publicTimeoutMs, () => upload.drop(bodyTooSlow()))
    this.#anonymous.add(upload)
    request.releases?.push(() => {
      stopTimer()
      this.#forget(upload)
    })
    return (bytes) => {
      for (const oldest of this.#anonymous) {
        if (this.#anonymousBytes + bytes <= publicBytes || oldest === upload) break
        this.#forget(oldest)
        oldest.drop(refuse('bodies', overloaded()))
      }
      this.#anonymousBytes += bytes
      return null
    }
  }

  #forget(upload: Upload): void {
    if (this.#anonymous.delete(upload)) this.#anonymousBytes -= upload.bytes
  }
}

/** Copies pieces into one buffer: single bytes in separate buffers would take a hundred times the memory. */
function append(body: Buffer<ArrayBuffer>, length: number, piece: Buffer): Buffer<ArrayBuffer> {
  const needed = length + piece.length
  const roomy = needed <= body.length ? body : Buffer.allocUnsafeSlow(Math.max(needed, 2 * body.length))
  if (roomy !== body) body.copy(roomy, 0, 0, length)
  piece.copy(roomy, length)
  return roomy
}
