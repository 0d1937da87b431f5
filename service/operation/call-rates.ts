import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import { type Actor, limitedCallerOf } from './actor.ts'
import { ServiceError } from './errors.ts'
import type { Operation } from './operation.ts'

/** By what a call costs: reads, changes, and heavy work (PDF, audits, exports). */
export const costClasses = ['reads', 'changes', 'heavy'] as const
export type CostClass = (typeof costClasses)[number]

/** Calls of one caller per minute. */
export type CallsPerMinute = Record<CostClass, number>

export const defaultCallsPerMinute: CallsPerMinute = { reads: 60_000, changes: 12_000, heavy: 300 }

const windowSeconds = 60
const maxCallers = 10_000

interface Window {
  /** The minute since 1970. */
  minute: number
  used: CallsPerMinute
}

export const costClassOf = ({ effect }: Pick<Operation, 'effect'>): CostClass =>
  effect === 'read' ? 'reads' : 'changes'

/** Counts the calls of each caller per minute and class. One caller never uses up the calls of another. */
export class CallRates {
  readonly #clock: Clock
  readonly #limits: CallsPerMinute
  readonly #onRefused: (reason: string) => void
  readonly #windows = new LRUCache<string, Window>({ max: maxCallers })
  readonly #policy: string

  constructor(
    clock: Clock,
    {
      limits = defaultCallsPerMinute,
      onRefused = () => {},
    }: { limits?: CallsPerMinute; onRefused?(reason: string): void } = {},
  ) {
    this.#clock = clock
    this.#limits = limits
    this.#onRefused = onRefused
    this.#policy = costClasses.map((name) => `"${name}";q=${limits[name]};w=${windowSeconds}`).join(', ')
  }

  /** Counts a call; throws when the caller has none left in this minute. */
  charge(actor: Actor, cost: CostClass): void {
    if (!isCounted(actor)) return
    const { used } = this.#windowOf(actor)
    if (used[cost] < this.#limits[cost]) {
      used[cost]++
      return
    }
    this.#onRefused(`${cost} per minute`)
    throw tooManyCalls(cost, this.#limits[cost], this.#secondsLeft())
  }

  /** The header fields of draft-ietf-httpapi-ratelimit-headers, or null for callers that are not counted. */
  headersFor(actor: Actor): { 'ratelimit-policy': string; ratelimit: string } | null {
    if (!isCounted(actor)) return null
    const { used } = this.#windowOf(actor)
    const seconds = this.#secondsLeft()
    const left = costClasses.map((name) => `"${name}";r=${this.#limits[name] - used[name]};t=${seconds}`)
    return { 'ratelimit-policy': this.#policy, ratelimit: left.join(', ') }
  }

  #windowOf(actor: Actor): Window {
    const { name: caller } = limitedCallerOf(actor)
    const minute = Math.floor(this.#clock.now().getTime() / 1000 / windowSeconds)
    const known = this.#windows.get(caller)
    if (known?.minute === minute) return known
    const fresh = { minute, used: { reads: 0, changes: 0, heavy: 0 } }
    this.#windows.set(caller, fresh)
    return fresh
  }

  #secondsLeft(): number {
    return windowSeconds - (Math.floor(this.#clock.now().getTime() / 1000) % windowSeconds)
  }
}

/** Callers without credentials have limits of their own, and Flotilla itself has none. */
const isCounted = ({ kind }: Actor) => kind === 'user' || kind === 'key'

const tooManyCalls = (cost: CostClass, limit: number, seconds: number) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `A caller has ${limit} ${cost === 'heavy' ? 'calls of heavy work' : cost} per minute, and yours are used up. Send this again in ${seconds} seconds.`,
    { retryable: true, retry_after: seconds },
  )
