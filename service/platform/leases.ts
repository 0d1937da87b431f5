import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from './clock.ts'
import { messageOf } from './error-facts.ts'
import type { Logger } from './log.ts'

/** How long a lease lasts without renewal, unless the options of the process say otherwise. */
export const defaultLeaseSeconds = 30

export interface LeaseOptions<Key> {
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

  keys(): Key[] {
    return [...this.#held.keys()]
  }

  /** Aborts all work, because the process stops. */
  close(): void {
    for (const key of this.keys()) this.#lose(key)
  }

  #add(key: Key): Held {
    const held = { abort: new AbortController(), expiresAt: this.#stopwatch() + this.seconds * 1000 }
    this.#held.set(key, held)
    this.#cancelTimer ??= this.#schedule()
    return held
  }

  #schedule(): () => void {
    const firstExpiry = Math.min(...Array.from(this.#held.values(), ({ expiresAt }) => expiresAt))
    const delayMs = Math.min((this.seconds * 1000) / renewalsPerPeriod, firstExpiry - this.#stopwatch())
    return this.#platform.clock.after(delayMs, () => {
      this.#cancelTimer = undefined
      for (const [key, { expiresAt }] of this.#held) if (expiresAt <= this.#stopwatch()) this.#lose(key)
      if (this.#held.size === 0) return
      this.#cancelTimer = this.#schedule()
      void this.#renew()
    })
  }

  async #renew(): Promise<void> {
    const requested = new Map(this.#held)
    const expiresAt = this.#stopwatch() + this.seconds * 1000
    try {
      const renewed = new Set(await this.#options.renew([...requested.keys()], this.seconds))
      for (const [key, held] of requested) {
        if (this.#held.get(key) !== held) continue
        if (renewed.has(key)) held.expiresAt = Math.max(held.expiresAt, expiresAt)
        else this.#lose(key)
      }
    } catch (error) {
      const leases = requested.size
      this.#platform.log.warn({ reason: messageOf(error), leases }, 'leases were not renewed, trying again')
    }
  }

  #lose(key: Key): void {
    const what = this.#options.describe(key)
    this.#platform.log.warn({ lease: what }, 'lease lost')
    const held = this.#held.get(key)
    this.remove(key)
    held?.abort.abort(new LeaseLostError(what))
  }
}
