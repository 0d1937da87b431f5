import type { Readable, Writable } from 'node:stream'

interface Answer {
  id?: number
  method?: string
  params?: Record<string, unknown>
  sessionId?: string
  result?: Record<string, unknown>
  error?: { message: string }
}

/** An answer may contain a document as text; more than this is unexpected. */
const maxBytes = 256 * 1024 * 1024

/** Commands to Chromium over the two pipes it was started with: JSON, each message ended by NUL. */
export class DevToolsPipe {
  readonly #toChromium: Writable
  readonly #waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>()
  readonly #listeners = new Set<(event: Answer) => void>()
  #parts: Buffer[] = []
  #size = 0
  #next = 1
  #ended: Error | undefined

  constructor(toChromium: Writable, fromChromium: Readable) {
    this.#toChromium = toChromium
    toChromium.on('error', () => this.#end())
    fromChromium.on('data', (chunk: Buffer) => this.#read(chunk))
    fromChromium.on('error', () => this.#end())
    fromChromium.on('close', () => this.#end())
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    if (this.#ended) return Promise.reject(this.#ended)
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#toChromium.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    })
  }

  /** Listen before doing what causes the event. */
  on(method: string, sessionId: string, listener: (params: Record<string, unknown>) => void): void {
    this.#listeners.add((event) => {
      if (event.method === method && event.sessionId === sessionId) listener(event.params ?? {})
    })
  }

  #read(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      this.#parts.push(rest.subarray(0, end))
      const text = Buffer.concat(this.#parts).toString('utf8')
      this.#parts = []
      this.#size = 0
      this.#take(JSON.parse(text))
      rest = rest.subarray(end + 1)
    }
    this.#size += rest.length
    if (this.#size > maxBytes) this.#end()
    else if (rest.length > 0) this.#parts.push(rest)
  }

  #take(answer: Answer): void {
    if (answer.id === undefined) {
      for (const listener of this.#listeners) listener(answer)
      return
    }
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.error) waiting?.reject(new Error(answer.error.message))
    else waiting?.resolve(answer.result ?? {})
  }

  #end(): void {
    this.#ended ??= new Error('Chromium has ended.')
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }
}
