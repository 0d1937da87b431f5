import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { LoadReadings } from './load-readings.ts'

export interface LoadLimits {
  /** Memory that this process may use, in bytes. */
  memoryBytes: number
  /** Mean delay of the event loop over the last second or more. */
  eventLoopDelayMs: number
}

export interface LoadGuardParts {
  clock: Clock
  log: Logger
  read(): LoadReadings
  limits: LoadLimits
}

export type Overload = 'memory' | 'event-loop'

const readEveryMs = 1_000
/** Above the first share of a limit the process counts as overloaded, until it is below the second again. */
const memoryShares = { begin: 0.8, end: 0.7 }
const delayShares = { begin: 1, end: 0.5 }

/** Measures memory and event-loop delay, at most once per second and only when called. */
export class LoadGuard {
  readonly #parts: LoadGuardParts
  #readAt = Number.NEGATIVE_INFINITY
  #overload: Overload | null = null

  constructor(parts: LoadGuardParts) {
    this.#parts = parts
  }

  /** The exceeded limit, or null. */
  overload(): Overload | null {
    const now = this.#parts.clock.now().getTime()
    // A clock that was set back must not stop the readings.
    if (Math.abs(now - this.#readAt) < readEveryMs) return this.#overload
    this.#readAt = now
    const readings = this.#parts.read()
    const before = this.#overload
    this.#overload = this.#assess(readings)
    if (before !== this.#overload) this.#logChange(readings)
    return this.#overload
  }

  #assess({ memoryBytes, eventLoopDelayMs }: LoadReadings): Overload | null {
    const { limits } = this.#parts
    const share = (shares: { begin: number; end: number }, kind: Overload) =>
      this.#overload === kind ? shares.end : shares.begin
    if (memoryBytes > limits.memoryBytes * share(memoryShares, 'memory')) return 'memory'
    if (eventLoopDelayMs > limits.eventLoopDelayMs * share(delayShares, 'event-loop')) return 'event-loop'
    return null
  }

  #logChange({ memoryBytes, eventLoopDelayMs }: LoadReadings): void {
    const facts = {
      memory_mb: Math.round(memoryBytes / 2 ** 20),
      event_loop_delay_ms: Math.round(eventLoopDelayMs),
    }
    if (this.#overload) this.#parts.log.warn({ overload: this.#overload, ...facts }, 'overloaded: shedding work')
    else this.#parts.log.info(facts, 'no longer overloaded')
  }
}
