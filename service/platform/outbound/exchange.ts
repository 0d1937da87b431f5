import type { Dispatcher } from 'undici'
import type { Clock } from '../clock.ts'
import { BodyReader } from './body-reader.ts'
import type { Connection } from './connection-pool.ts'
import { type OutboundCode, OutboundError } from './errors.ts'
import { codeOfExchangeFailure, errorCode } from './explain-failure.ts'
import type { Caps, IncomingHeaders, OutboundLimits } from './request.ts'

/** One request as sent over one connection. */
export interface ExchangeRequest {
  host: string
  path: string
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  caps: Caps
  receive?: ((part: Buffer) => void) | undefined
  deadlines: { headers: number; idle: number; total: number }
  signal: AbortSignal | undefined
}

export interface Reply {
  status: number
  headers: IncomingHeaders
  body: Buffer
  firstByteMs: number
}

interface Parts {
  clock: Clock
  stopwatch: () => number
  limits: OutboundLimits
}

const maxInterimAnswers = 16

/** Sends one request and receives its answer, with deadlines and limits. A failure closes the connection. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** From here on bytes may have been sent. */
  sent = false
  /** The first byte of an answer was received. */
  answered = false
  #over = false
  #status = 0
  #headers: Reply['headers'] = {}
  #firstByteMs = 0
  #started = 0
  #interim = 0
  #lastPiece = 0
  #reader: BodyReader | undefined
  #controller: Dispatcher.DispatchController | undefined
  #forgetTotal: () => void = () => {}
  #forgetPhase: () => void = () => {}
  readonly #outcome = Promise.withResolvers<Reply>()
  readonly #message: ExchangeRequest
  readonly #parts: Parts

  constructor(message: ExchangeRequest, parts: Parts) {
    this.#message = message
    this.#parts = parts
  }

  run(connection: Connection): Promise<Reply> {
    const { clock, stopwatch } = this.#parts
    const { path, method, headers, body, deadlines, signal } = this.#message
    this.#forgetTotal = clock.after(deadlines.total, () => this.#fail('total_timeout'))
    this.#forgetPhase = clock.after(deadlines.headers, () => this.#fail('headers_timeout'))
    signal?.addEventListener('abort', this.#onAbort)
    if (signal?.aborted) this.#onAbort()
    this.#started = stopwatch()
    connection.uses++
    if (!this.#over) connection.client.dispatch({ path, method, headers, body: body ?? null }, this)
    return this.#outcome.promise
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(new Error('over'))
    else this.sent = true
  }

  onResponseStarted(): void {
    if (this.answered) return
    this.answered = true
    this.#firstByteMs = this.#parts.stopwatch() - this.#started
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Reply['headers']): void {
    if (this.#over) return
    // undici gives a list of names and values.
    const count = (controller.rawHeaders as unknown[]).length / 2
    const objection = this.#objection(status, headers, count)
    if (objection) this.#fail(objection)
    else if (status >= 200) this.#startBody(controller, status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#lastPiece = this.#parts.clock.now().getTime()
    this.#reader?.add(piece)
  }

  onResponseEnd(): void {
    this.#reader?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(codeOfExchangeFailure(error), errorCode(error))
  }

  readonly #onAbort = (): void => this.#fail('aborted')

  #objection(status: number, headers: Reply['headers'], count: number): OutboundCode | undefined {
    if (count > this.#parts.limits.maxHeaderCount) return 'headers_too_large'
    if (status < 200) return ++this.#interim > maxInterimAnswers ? 'protocol_error' : undefined
    const { caps, method } = this.#message
    const bodiless = method === 'HEAD' || status === 204 || status === 304
    return !bodiless && Number(headers['content-length']) > caps.maxBytes ? 'body_too_large' : undefined
  }

  #startBody(controller: Dispatcher.DispatchController, status: number, headers: Reply['headers']): void {
    this.#status = status
    this.#headers = headers
    this.#forgetPhase()
    this.#watchSilence()
    const encoding = headers['content-encoding'] ?? ''
    this.#reader = new BodyReader(
      String(encoding),
      { ...this.#message.caps, maxRatio: this.#parts.limits.maxRatio },
      {
        receive: status === 200 ? this.#message.receive : undefined,
        done: (decoded) => this.#finish(decoded),
        failed: (code) => this.#fail(code),
        pause: () => controller.pause(),
        resume: () => controller.resume(),
      },
    )
  }

  // One timer instead of one per piece: when it fires it checks the time of the last piece.
  #watchSilence(): void {
    const { clock } = this.#parts
    const { idle } = this.#message.deadlines
    this.#lastPiece = clock.now().getTime()
    const check = () => {
      const left = Math.min(idle, this.#lastPiece + idle - clock.now().getTime())
      if (left <= 0) this.#fail('idle_timeout')
      else this.#forgetPhase = clock.after(left, check)
    }
    this.#forgetPhase = clock.after(idle, check)
  }

  #finish(body: Buffer): void {
    if (!this.#close()) return
    const reply = { status: this.#status, headers: this.#headers, body, firstByteMs: this.#firstByteMs }
    this.#outcome.resolve(reply)
  }

  #fail(code: OutboundCode, detail?: string): void {
    if (!this.#close()) return
    this.#reader?.drop()
    const error = new OutboundError(code, {
      host: this.#message.host,
      mayHaveArrived: this.sent,
      ...(detail ? { detail } : {}),
    })
    this.#outcome.reject(error)
    this.#controller?.abort(error)
  }

  #close(): boolean {
    if (this.#over) return false
    this.#over = true
    this.#forgetTotal()
    this.#forgetPhase()
    this.#message.signal?.removeEventListener('abort', this.#onAbort)
    return true
  }
}
