import type { Memory } from './attacked-service.ts'
import type { FuzzRequest } from './requests.ts'
import type { Received } from './send.ts'
import type { Block, Delays } from './watchdog.ts'

export interface Failure {
  request: FuzzRequest
  text: string
  /** How often the same operation failed with the same kind of value. */
  times: number
  /** The smallest size that still fails, and what is sent then. */
  smallest?: { size: number; request: FuzzRequest }
}

interface Suspicion extends Block {
  numbers: number[]
}

/** No request may block the service for longer. */
export const maxBlockMs = 100
const maxSuspicions = 8
const maxSuspects = 60

/** The results of a run. */
export class FuzzResult {
  requests = 0
  /** By class: 2xx, 4xx …, and `no answer` with its reason. */
  readonly answers: Record<string, number> = {}
  /** Requests outside of the pipeline by reader, such as `mcp`, and how many of them were answered with 2xx. */
  readonly readers: Record<string, [sent: number, accepted: number]> = {}
  readonly operations = new Set<string>()
  readonly fields = new Set<string>()
  readonly failures: Failure[] = []
  readonly confirmed: { request: FuzzRequest; cpuMs: number }[] = []
  delays: Delays | null = null
  longestBlock: Suspicion = { ms: 0, cpuMs: 0, numbers: [] }
  largestAnswer: { bytes: number; request: FuzzRequest } | null = null
  slowest: { ms: number; request: FuzzRequest } | null = null
  #memory: [before: Memory, after: Memory] | null = null
  readonly #suspicions: Suspicion[] = []
  readonly #seed: string

  constructor(seed: string) {
    this.#seed = seed
  }

  add(request: FuzzRequest, received: Received): void {
    this.requests++
    const { status, reason } = received
    const kind = status === 0 ? `no answer (${reason})` : `${Math.floor(status / 100)}xx`
    this.answers[kind] = (this.answers[kind] ?? 0) + 1
    if (received.status === 501) this.answers['of these 501'] = (this.answers['of these 501'] ?? 0) + 1
    const [, reader] = /^\((\w+)\)/.exec(request.operation) ?? []
    if (reader) {
      const [sent, accepted] = this.readers[reader] ?? [0, 0]
      this.readers[reader] = [sent + 1, accepted + (kind === '2xx' ? 1 : 0)]
    }
    this.operations.add(request.operation)
    this.fields.add(`${request.operation} ${request.field}`)
    if (!this.largestAnswer || received.bytes > this.largestAnswer.bytes)
      this.largestAnswer = { bytes: received.bytes, request }
    if (!this.slowest || received.ms > this.slowest.ms) this.slowest = { ms: received.ms, request }
    if (received.status === 500) this.#addFailure(request, received.text)
  }

  #addFailure(request: FuzzRequest, text: string): void {
    const known = this.failures.find(
      ({ request: { operation, field } }) => operation === request.operation && field === request.field,
    )
    if (known) known.times++
    else this.failures.push({ request, text, times: 1 })
  }

  setSmallest(number: number, size: number, request: FuzzRequest): void {
    const failure = this.failures.find((each) => each.request.number === number)
    if (failure) failure.smallest = { size, request }
  }

  addBlock(block: Block, numbers: number[]): void {
    if (block.cpuMs > this.longestBlock.cpuMs) this.longestBlock = { ...block, numbers }
    if (block.cpuMs > maxBlockMs) this.#suspicions.push({ ...block, numbers })
  }

  /** The requests that were running during the longest blocks. */
  suspects(): number[] {
    const longest = this.#suspicions.toSorted((one, other) => other.cpuMs - one.cpuMs).slice(0, maxSuspicions)
    return [...new Set(longest.flatMap(({ numbers }) => numbers))].slice(0, maxSuspects)
  }

  get suspicions(): number {
    return this.#suspicions.length
  }

  confirmBlock(request: FuzzRequest, cpuMs: number): void {
    if (cpuMs > 0) this.confirmed.push({ request, cpuMs })
    this.confirmed.sort((one, other) => other.cpuMs - one.cpuMs)
  }

  setMemory(before: Memory, after: Memory): void {
    this.#memory = [before, after]
  }

  get memoryGrowth(): number {
    const [before, after] = this.#memory ?? []
    return before && after ? after.heapUsed + after.external - before.heapUsed - before.external : 0
  }

  progress(): string {
    return `${this.requests} requests, ${this.failures.length} different 500s, longest block ${this.longestBlock.cpuMs.toFixed(0)} ms`
  }

  /** Problems, a sentence each. */
  problems(): string[] {
    const slow = this.confirmed.filter(({ cpuMs }) => cpuMs > maxBlockMs)
    return [
      ...this.failures.map((failure) => describeFailure(failure, this.#seed)),
      ...slow.map(({ request, cpuMs }) => `blocks for ${cpuMs.toFixed(0)} ms: ${this.describe(request)}`),
    ]
  }

  describe({ number, operation, field, kind, method, credential, path }: FuzzRequest): string {
    const what = `${operation}${field && `, ${field}`}: ${kind}`
    return `${what} (${credential}, ${method} ${path.slice(0, 100)}; --seed ${this.#seed} --only ${number})`
  }

  lines(): string[] {
    const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
    const [before, after] = this.#memory ?? []
    const { ms, cpuMs } = this.longestBlock
    const [first] = this.confirmed
    return [
      `requests: ${this.requests}, to ${this.operations.size} operations and ${this.fields.size} fields of them`,
      `answers: ${Object.entries(this.answers)
        .sort()
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}`,
      `outside of the pipeline: ${Object.entries(this.readers)
        .sort()
        .map(([reader, [sent, accepted]]) => `${reader} ${sent} (${accepted} with 2xx)`)
        .join(', ')}`,
      `500s: ${this.failures.reduce((sum, { times }) => sum + times, 0)}, different ones: ${this.failures.length}`,
      `longest block: ${cpuMs.toFixed(0)} ms of processor time, ${ms.toFixed(0)} ms by the clock; ${this.suspicions} over ${maxBlockMs} ms`,
      first
        ? `longest block by one request alone: ${first.cpuMs.toFixed(0)} ms, ${this.describe(first.request)}`
        : 'no block was repeated by one request alone',
      `event loop delay: p99 ${this.delays?.p99Ms.toFixed(0)} ms, longest ${this.delays?.longestMs.toFixed(0)} ms by the clock`,
      ...(before && after
        ? [
            `memory after garbage collection: ${megabytes(before.heapUsed + before.external)} before, ${megabytes(after.heapUsed + after.external)} after; process ${megabytes(before.rss)}, ${megabytes(after.rss)}`,
          ]
        : []),
      ...(this.largestAnswer
        ? [`largest answer: ${megabytes(this.largestAnswer.bytes)}, ${this.describe(this.largestAnswer.request)}`]
        : []),
      ...(this.slowest
        ? [`slowest answer: ${this.slowest.ms.toFixed(0)} ms, ${this.describe(this.slowest.request)}`]
        : []),
    ]
  }
}

function describeFailure({ request, text, times, smallest }: Failure, seed: string): string {
  const shown = smallest?.request ?? request
  const body = shown.body ? ` ${shown.body.subarray(0, 200).toString()}` : ''
  const size = smallest ? `, also with size ${smallest.size}` : ''
  const answer = text.slice(text.indexOf('\r\n\r\n') + 4).slice(0, 200)
  return [
    `500 (${times} times) from ${request.operation}, ${request.field}: ${request.kind}, as ${request.credential}${size}; --seed ${seed} --only ${request.number}`,
    `    ${shown.method} ${shown.path.slice(0, 200)}${body}`,
    `    ${answer}`,
  ].join('\n')
}
