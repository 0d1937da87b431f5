import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from './clock.ts'
import { messageOf } from './error-facts.ts'
import type { Logger } from './log.ts'
import type { CounterDefinition, MetricRecorder } from './metrics.ts'

/** How long a lease lasts without renewal, unless the options of the process say otherwise. */
export const defaultLeaseSeconds = 30

const leaseKinds = ['job_target', 'site', 'update_slot', 'monitor_share', 'request'] as const

export const leasesLost: CounterDefinition = {
  name: 'flotilla_leases_lost_total',
  help: 'Leases that this process lost while it worked, because another one took them or they could not be renewed, by kind.',
  labels: { kind: leaseKinds },
}

export interface LeaseOptions<Key> {
  kind: (typeof leaseKinds)[number]
  /** All processes of one database need the same value. */
  seconds: number
  /** For messages: `site 7`. */
  describe(key: Key): string
  /** Renews these leases with one query; returns those that this process still has. */
  renew(keys: Key[], seconds: number): Promise<readonly Key[]>
  /** Called after the work. */
  release?(key: Key): Promise<unknown>
}

export interface LeasePlatform {
  clock: Clock
  log: Logger
  metrics?: MetricRecorder | undefined
  /** Monotonic milliseconds: the clock may be set back, and PostgreSQL measures the leases by its own. */
  stopwatch?: () => number
}

export class LeaseLostError extends Error {
  constructor(what: string) {
    super(`This process lost its lease of ${what} to another one, so the work was stopped.`)
  }
}

const currentSignal = new AsyncLocalStorage<AbortSignal>()

/** Aborted when a lease under which the current call runs is lost; its reason is a LeaseLostError. */
export const leaseSignal = (): AbortSignal | undefined => currentSignal.getStore()

/** Throws when a lease under which the current call runs was lost: then another process may do the same work. */
export const throwIfLeaseLost = (): void => leaseSignal()?.throwIfAborted()

const renewalsPerPeriod = 3

interface Held {
  abort: AbortController
  /** By the stopwatch. */
  expiresAt: number
  /** Renewals since the last one that succeeded. */
  attempts: number
}

/**
 * The leases of one kind that this process holds: rights that expire unless they are renewed, so that a crashed holder
 * loses them. One query renews them all. Work whose lease is lost, or cannot be renewed until it expires, is aborted.
 */
export class Leases<Key> {
  readonly seconds: number
  readonly #platform: LeasePlatform
  readonly #stopwatch: () => number
  readonly #options: LeaseOptions<Key>
  readonly #held = new Map<Key, Held>()
  #cancelTimer: (() => void) | undefined
  #renewing: Promise<void> = Promise.resolve()

  constructor(platform: LeasePlatform, options: LeaseOptions<Key>) {
    this.#platform = platform
    this.#stopwatch = platform.stopwatch ?? (() => performance.now())
    this.#options = options
    this.seconds = options.seconds
  }

  /** Runs `work` under a lease that was just taken. Outbound calls within it are aborted when the lease is lost. */
  async hold<Result>(key: Key, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const outer = leaseSignal()
    const held = this.#add(key)
    const abort = () => held.abort.abort(outer?.reason)
    outer?.addEventListener('abort', abort)
    try {
      outer?.throwIfAborted()
      return await currentSignal.run(held.abort.signal, () => work(held.abort.signal))
    } finally {
      outer?.removeEventListener('abort', abort)
      this.remove(key)
      await this.#options.release?.(key).catch((error) => {
        this.#platform.log.warn({ lease: this.#options.describe(key), reason: messageOf(error) }, 'lease not released')
      })
    }
  }

  /** For work that has no end: keeps the lease until `remove`. */
  add(key: Key): AbortSignal {
    return this.#add(key).abort.signal
  }

  remove(key: Key): void {
    this.#held.delete(key)
    if (this.#held.size > 0) return
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  /** Aborts the work under this lease; the lease stays until the work has ended. */
  abort(key: Key, reason: Error): void {
    this.#held.get(key)?.abort.abort(reason)
  }

  keys(): Key[] {
    return [...this.#held.keys()]
  }

  /** False when a lease may have expired: another process may have it. */
  areValid(): boolean {
    return [...this.#held.values()].every(({ expiresAt }) => expiresAt > this.#stopwatch())
  }

  /** Resolves when the running renewal has an answer. */
  async settled(): Promise<void> {
    await this.#renewing
  }

  /** Aborts all work, because the process stops. */
  async close(): Promise<void> {
    this.#abort(this.keys())
    await this.settled()
  }

  #add(key: Key): Held {
    const held = { abort: new AbortController(), expiresAt: this.#stopwatch() + this.seconds * 1000, attempts: 0 }
    this.#held.set(key, held)
    this.#cancelTimer ??= this.#schedule()
    return held
  }

  #schedule(): () => void {
    const thirdMs = (this.seconds * 1000) / renewalsPerPeriod
    const untilExpiryMs = Math.min(...Array.from(this.#held.values(), ({ expiresAt }) => expiresAt)) - this.#stopwatch()
    return this.#platform.clock.after(untilExpiryMs > 0 ? Math.min(thirdMs, untilExpiryMs) : thirdMs, () => {
      this.#cancelTimer = undefined
      // Without an attempt the timer was late: then the next renewal decides.
      const isLost = ({ expiresAt, attempts }: Held) => expiresAt <= this.#stopwatch() && attempts > 0
      this.#lose([...this.#held].flatMap(([key, held]) => (isLost(held) ? [key] : [])))
      if (this.#held.size === 0) return
      this.#cancelTimer = this.#schedule()
      this.#renewing = this.#renew()
    })
  }

  async #renew(): Promise<void> {
    const requested = new Map(this.#held)
    const expiresAt = this.#stopwatch() + this.seconds * 1000
    for (const held of requested.values()) held.attempts++
    try {
      const renewed = new Set(await this.#options.renew([...requested.keys()], this.seconds))
      const isHeld = (key: Key) => this.#held.get(key) === requested.get(key)
      for (const [key, held] of requested) {
        if (renewed.has(key)) Object.assign(held, { expiresAt: Math.max(held.expiresAt, expiresAt), attempts: 0 })
      }
      this.#lose([...requested.keys()].filter((key) => isHeld(key) && !renewed.has(key)))
    } catch (error) {
      const leases = requested.size
      this.#platform.log.warn({ reason: messageOf(error), leases }, 'leases were not renewed, trying again')
    }
  }

  #lose(keys: Key[]): void {
    if (keys.length === 0) return
    this.#platform.metrics?.increment(leasesLost, { kind: this.#options.kind }, keys.length)
    this.#abort(keys)
  }

  #abort(keys: Key[]): void {
    if (keys.length === 0) return
    const lost = keys.map((key) => ({ name: this.#options.describe(key), held: this.#held.get(key) }))
    const leases = lost.slice(0, 5).map(({ name }) => name)
    this.#platform.log.warn({ leases, count: lost.length }, 'leases lost')
    for (const key of keys) this.remove(key)
    for (const { name, held } of lost) held?.abort.abort(new LeaseLostError(name))
  }
}
