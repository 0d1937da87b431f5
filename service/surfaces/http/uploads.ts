import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { limitedCallerOf } from '../../operation/actor.ts'
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
    const upload: Upload = { bytes: 0, drop: fail }
    const take =
      request.actor.kind === 'nobody' ? this.#countAnonymous(request, upload) : this.#countOf(request, upload)
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
      payload.off('data', onData).off('end', onEnd).off('error', onCut)
    }
    return promise
  }

  #countOf(request: FastifyRequest, upload: Upload): (bytes: number) => ServiceError | null {
    const caller = limitedCallerOf(request.actor)
    const { bodies, refuse } = this.#parts
    request.releases?.push(() => bodies.release(caller, upload.bytes))
    return (bytes) => {
      const taken = bodies.take(caller, bytes)
      if (taken === 'caller') return refuse('bodies', tooMuchAtOnce('request bodies'))
      if (taken === 'total') return refuse('bodies', overloaded())
      return null
    }
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
