import type { Clock } from '../clock.ts'
import { OutboundError } from './errors.ts'
import { HostBackoff } from './host-backoff.ts'
import type { Waiter } from './host-queue.ts'
import { RequestQueue } from './request-queue.ts'

export interface RateLimitSettings {
  /** Calls at the same time, in all and to one IP address. */
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

export interface Visitor {
  host: string
  address: string
  signal?: AbortSignal | undefined
  /** How long a pause of this host is waited out; beyond it the call fails with `host_paused`. Default one minute. */
  patienceMs?: number | undefined
}

/** `overloaded`: timed out, 429 or 503. `indifferent`: says nothing about the load of the host. */
export type Outcome = 'fine' | 'overloaded' | 'indifferent'

export interface Turn {
  /** To be called once, when the call is over. */
  leave(outcome: Outcome, retryAfterMs?: number): void
}

interface Call extends Waiter {
  start(): void
}

/** Decides when a call may start. Every step costs O(log n) of those that wait; nothing polls. */
export class RateLimits {
  readonly #clock: Clock
  readonly #readSettings: () => RateLimitSettings
  readonly #paces = new HostBackoff()
  readonly #room: RequestQueue<Call>
  #settings: RateLimitSettings
  #active = 0
  #waiting = 0
  #lastStart = Number.NEGATIVE_INFINITY
  #alarm: { due: number; forget: () => void } | undefined

  constructor(parts: { clock: Clock; settings?: () => RateLimitSettings }) {
    this.#clock = parts.clock
    this.#readSettings = parts.settings ?? (() => defaultRateLimits)
    this.#settings = { ...this.#readSettings() }
    this.#room = new RequestQueue(this.#paces, this.#settings)
  }

  /** Resolves when the call may start. */
  enter({ host, address, signal, patienceMs = 60_000 }: Visitor): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const stop = (error: OutboundError) => {
        this.#waiting--
        signal?.removeEventListener('abort', onAbort)
        reject(error)
      }
      const call: Call = {
        host,
        address,
        patienceMs,
        gone: false,
        pausedFor: (retryAfterMs) =>
          stop(new OutboundError('host_paused', { host, retryAfterMs, mayHaveArrived: false })),
        start: () => {
          this.#waiting--
          signal?.removeEventListener('abort', onAbort)
          resolve({ leave: (outcome, retryAfterMs) => this.#leave(call, outcome, retryAfterMs) })
        },
      }
      const onAbort = () => {
        this.#room.giveUp(call)
        stop(new OutboundError('aborted', { host, mayHaveArrived: false }))
      }
      if (signal?.aborted) return reject(new OutboundError('aborted', { host, mayHaveArrived: false }))
      signal?.addEventListener('abort', onAbort)
      this.#waiting++
      this.#room.add(call, this.#now())
      this.#admit()
    })
  }

  /** Lets new settings take effect even while no call comes or goes. */
  settingsChanged(): void {
    this.#admit()
  }

  get counts(): { active: number; waiting: number; addresses: number } {
    return { active: this.#active, waiting: this.#waiting, addresses: this.#room.addresses }
  }

  #leave(call: Call, outcome: Outcome, retryAfterMs?: number): void {
    if (call.gone) return
    call.gone = true
    const now = this.#now()
    if (outcome === 'fine') this.#paces.speedUp(call.host)
    if (outcome === 'overloaded') this.#paces.slowDown(call.host, now, retryAfterMs)
    this.#active--
    this.#room.left(call, now)
    this.#admit()
  }

  #admit(): void {
    const now = this.#now()
    this.#noticeSettings(now)
    this.#room.wake(now)
    // A clock that was set back must not stop the traffic until it has caught up.
    this.#lastStart = Math.min(this.#lastStart, now)
    let restUntil = Number.POSITIVE_INFINITY
    while (this.#active < Math.max(1, this.#settings.maximumRequests)) {
      const due = this.#lastStart + this.#settings.minimumDelayMs
      if (due > now) {
        if (this.#waiting > 0) restUntil = due
        break
      }
      const call = this.#room.next(now)
      if (!call) break
      this.#active++
      this.#lastStart = now
      call.start()
    }
    this.#setAlarm(Math.min(restUntil, this.#room.earliest ?? Number.POSITIVE_INFINITY), now)
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
    this.#room.applyLimits(this.#settings, now)
  }

  // One timer for whatever is due first.
  #setAlarm(due: number, now: number): void {
    if (this.#alarm && this.#alarm.due <= due && this.#alarm.due > now) return
    this.#alarm?.forget()
    this.#alarm = undefined
    if (due === Number.POSITIVE_INFINITY) return
    const ring = () => {
      this.#alarm = undefined
      this.#admit()
    }
    this.#alarm = { due, forget: this.#clock.after(Math.max(0, due - now), ring) }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
