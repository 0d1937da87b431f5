import type { Clock } from '../clock.ts'
import { OutboundError } from './errors.ts'
import { HostBackoff } from './host-backoff.ts'
import type { Waiter } from './host-queue.ts'
import { RequestQueue } from './request-queue.ts'

export interface RateLimitSettings {
  /** Concurrent calls, in total and to one IP address. */
  maximumRequests: number
  maximumRequestsPerAddress: number
  /** Milliseconds between the starts of any two calls, and of two to the same IP address. */
  minimumDelayMs: number
  minimumDelayPerAddressMs: number
}

export const defaultRateLimits: RateLimitSettings = {
  maximumRequests: 50,
  maximumRequestsPerAddress: 4,
  minimumDelayMs: 0,
  minimumDelayPerAddressMs: 0,
}

export interface RequestTarget {
  host: string
  address: string
  signal?: AbortSignal | undefined
  /** The longest pause of the host that the call waits for; otherwise it fails with `host_paused`. Default one minute. */
  maxWaitMs?: number | undefined
}

/** `overloaded`: timed out, 429 or 503. `indifferent`: no information about the load of the host. */
export type HostOutcome = 'fine' | 'overloaded' | 'indifferent'

export interface RequestSlot {
  /** Call once, when the call has ended. */
  leave(outcome: HostOutcome, retryAfterMs?: number): void
}

interface Call extends Waiter {
  start(): void
}

/** Decides when a call may start. Every step costs O(log n) of the waiting calls; nothing polls. */
export class RateLimits {
  readonly #clock: Clock
  readonly #readSettings: () => RateLimitSettings
  readonly #backoff = new HostBackoff()
  readonly #queue: RequestQueue<Call>
  #settings: RateLimitSettings
  #active = 0
  #waiting = 0
  #lastStart = Number.NEGATIVE_INFINITY
  #timer: { due: number; forget: () => void } | undefined

  constructor(parts: { clock: Clock; settings?: () => RateLimitSettings }) {
    this.#clock = parts.clock
    this.#readSettings = parts.settings ?? (() => defaultRateLimits)
    this.#settings = { ...this.#readSettings() }
    this.#queue = new RequestQueue(this.#backoff, this.#settings)
  }

  /** Resolves when the call may start. */
  enter({ host, address, signal, maxWaitMs = 60_000 }: RequestTarget): Promise<RequestSlot> {
    return new Promise((resolve, reject) => {
      const stop = (error: OutboundError) => {
        this.#waiting--
        signal?.removeEventListener('abort', onAbort)
        reject(error)
      }
      const call: Call = {
        host,
        address,
        maxWaitMs,
        cancelled: false,
        pausedFor: (retryAfterMs) =>
          stop(new OutboundError('host_paused', { host, retryAfterMs, mayHaveArrived: false })),
        start: () => {
          this.#waiting--
          signal?.removeEventListener('abort', onAbort)
          resolve({ leave: (outcome, retryAfterMs) => this.#leave(call, outcome, retryAfterMs) })
        },
      }
      const onAbort = () => {
        this.#queue.giveUp(call)
        stop(new OutboundError('aborted', { host, mayHaveArrived: false }))
      }
      if (signal?.aborted) return reject(new OutboundError('aborted', { host, mayHaveArrived: false }))
      signal?.addEventListener('abort', onAbort)
      this.#waiting++
      this.#queue.add(call, this.#now())
      this.#admit()
    })
  }

  /** Applies new settings even while no call starts or ends. */
  settingsChanged(): void {
    this.#admit()
  }

  get counts(): { active: number; waiting: number; addresses: number } {
    return { active: this.#active, waiting: this.#waiting, addresses: this.#queue.addresses }
  }

  #leave(call: Call, outcome: HostOutcome, retryAfterMs?: number): void {
    if (call.cancelled) return
    call.cancelled = true
    const now = this.#now()
    if (outcome === 'fine') this.#backoff.speedUp(call.host)
    if (outcome === 'overloaded') this.#backoff.slowDown(call.host, now, retryAfterMs)
    this.#active--
    this.#queue.left(call, now)
    this.#admit()
  }

  #admit(): void {
    const now = this.#now()
    this.#noticeSettings(now)
    this.#queue.wake(now)
    // A clock that was set back must not stop the traffic until it has caught up.
    this.#lastStart = Math.min(this.#lastStart, now)
    let restUntil = Number.POSITIVE_INFINITY
    while (this.#active < Math.max(1, this.#settings.maximumRequests)) {
      const due = this.#lastStart + this.#settings.minimumDelayMs
      if (due > now) {
        if (this.#waiting > 0) restUntil = due
        break
      }
      const call = this.#queue.next(now)
      if (!call) break
      this.#active++
      this.#lastStart = now
      call.start()
    }
    this.#setAlarm(Math.min(restUntil, this.#queue.earliest ?? Number.POSITIVE_INFINITY), now)
  }

  #noticeSettings(now: number): void {
    const before = this.#settings
    const settings = this.#readSettings()
    const same =
      settings.maximumRequests === before.maximumRequests &&
      settings.maximumRequestsPerAddress === before.maximumRequestsPerAddress &&
      settings.minimumDelayMs === before.minimumDelayMs &&
      settings.minimumDelayPerAddressMs === before.minimumDelayPerAddressMs
    if (same) return
    this.#settings = { ...settings }
    this.#queue.applyLimits(this.#settings, now)
  }

  // One timer for the earliest due time.
  #setAlarm(due: number, now: number): void {
    if (this.#timer && this.#timer.due <= due && this.#timer.due > now) return
    this.#timer?.forget()
    this.#timer = undefined
    if (due === Number.POSITIVE_INFINITY) return
    const ring = () => {
      this.#timer = undefined
      this.#admit()
    }
    this.#timer = { due, forget: this.#clock.after(Math.max(0, due - now), ring) }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
