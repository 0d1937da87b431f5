import type { Clock } from '../clock.ts'
import { OutboundError } from './errors.ts'
import { HostBackoff, type HostOutcome, type PauseReason } from './host-backoff.ts'
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

export interface RequestSlot {
  /** Call once, when the call has ended. */
  leave(outcome: HostOutcome, retryAfterMs?: number, reason?: PauseReason): void
}

interface Call extends Waiter {
  start(): void
}

const reasons = new Map<PauseReason | undefined, string>([
  [429, 'answered that it gets too many requests (429)'],
  [503, 'answered that it is overloaded (503)'],
  ['timeout', 'did not answer in time'],
])

function hostPaused(host: string, retryAfterMs: number, until: number, reason: PauseReason | undefined): OutboundError {
  const why = reasons.get(reason) ?? 'is overloaded'
  const sentence = `${host} ${why}, so it gets no calls until ${new Date(until).toISOString().slice(11, 19)} UTC.`
  return new OutboundError('host_paused', { host, retryAfterMs, mayHaveArrived: false, sentence })
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
          stop(hostPaused(host, retryAfterMs, this.#now() + retryAfterMs, this.#backoff.reason(host))),
        start: () => {
          this.#waiting--
          signal?.removeEventListener('abort', onAbort)
          resolve({ leave: (...outcome) => this.#leave(call, ...outcome) })
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

  #leave(call: Call, outcome: HostOutcome, retryAfterMs?: number, reason?: PauseReason): void {
    if (call.cancelled) return
    call.cancelled = true
    const now = this.#now()
    if (outcome === 'fine') this.#backoff.speedUp(call.host)
    if (outcome === 'overloaded') this.#backoff.slowDown(call.host, now, retryAfterMs, reason)
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
