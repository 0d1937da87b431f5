import { DueQueue } from './due-queue.ts'
import { Fifo } from './fifo.ts'
import type { HostBackoff } from './host-backoff.ts'
import {
  type AddressQueue,
  createAddressQueue,
  type HostQueue,
  nextWaiting,
  queueIn,
  rejectImpatient,
  type Waiter,
} from './host-queue.ts'

export interface AddressLimits {
  maximumRequestsPerAddress: number
  minimumDelayPerAddressMs: number
}

/**
 * Queues calls by address and selects the next one. Addresses alternate, and so do the hosts on one address, so that
 * a long queue for one does not block the others. A queue that must pause is in a heap until it is due.
 */
export class RequestQueue<W extends Waiter> {
  readonly #addresses = new Map<string, AddressQueue<W>>()
  readonly #ready = new Fifo<AddressQueue<W>>()
  readonly #sleeping = new DueQueue<HostQueue<W> | AddressQueue<W>>()
  readonly #backoff: HostBackoff
  #limits: AddressLimits

  constructor(backoffs: HostBackoff, limits: AddressLimits) {
    this.#backoff = backoffs
    this.#limits = limits
  }

  add(waiter: W, now: number): void {
    const pauseMs = this.#backoff.notBefore(waiter.host, now) - now
    if (pauseMs > waiter.maxWaitMs) {
      waiter.cancelled = true
      waiter.pausedFor(pauseMs)
      return
    }
    const queue = this.#queueOf(waiter)
    queue.waiters.push(waiter)
    queue.waiting++
    this.#offerQueue(queue, now)
  }

  giveUp(waiter: W): void {
    waiter.cancelled = true
    this.#queueOf(waiter).waiting--
  }

  /** The next call that may start now; it counts as active until `left`. */
  next(now: number): W | undefined {
    for (;;) {
      const addressQueue = this.#ready.shift()
      if (!addressQueue) return undefined
      addressQueue.state = 'nowhere'
      const waiter = this.#nextOf(addressQueue, now)
      this.#offerAddress(addressQueue, now)
      if (waiter) return waiter
    }
  }

  left(waiter: W, now: number): void {
    const queue = this.#queueOf(waiter)
    queue.active--
    queue.addressQueue.active--
    this.#offerQueue(queue, now)
    this.#offerAddress(queue.addressQueue, now)
  }

  /** Reactivates queues that are due. */
  wake(now: number): void {
    for (let due = this.#sleeping.take(now); due; due = this.#sleeping.take(now)) this.#rouse(due, now)
  }

  get earliest(): number | undefined {
    return this.#sleeping.earliest
  }

  get addresses(): number {
    return this.#addresses.size
  }

  /** New limits may free addresses that were full or paused. */
  applyLimits(limits: AddressLimits, now: number): void {
    this.#limits = limits
    for (const sleeper of this.#sleeping.drain()) this.#rouse(sleeper, now)
    for (const addressQueue of this.#addresses.values()) this.#offerAddress(addressQueue, now)
  }

  #rouse(sleeper: HostQueue<W> | AddressQueue<W>, now: number): void {
    sleeper.state = 'nowhere'
    if (sleeper.kind === 'queue') this.#offerQueue(sleeper, now)
    else this.#offerAddress(sleeper, now)
  }

  #nextOf(addressQueue: AddressQueue<W>, now: number): W | undefined {
    if (!this.#hasFreeSlot(addressQueue) || this.#dueTime(addressQueue, now) > now) return undefined
    const queue = addressQueue.ready.shift()
    if (!queue) return undefined
    queue.state = 'nowhere'
    // A host that failed since it was queued is paused again here.
    const waiter = this.#mayStart(queue, now) ? nextWaiting(queue) : undefined
    if (waiter) {
      queue.waiting--
      queue.active++
      addressQueue.active++
      addressQueue.lastStart = now
      this.#backoff.started(queue.host, now)
    }
    this.#offerQueue(queue, now)
    return waiter
  }

  #mayStart(queue: HostQueue<W>, now: number): boolean {
    const due = this.#backoff.notBefore(queue.host, now)
    return due === 0 || (due <= now && queue.active === 0)
  }

  #offerQueue(queue: HostQueue<W>, now: number): void {
    if (queue.state !== 'nowhere') return
    const due = this.#backoff.notBefore(queue.host, now)
    if (due > now) rejectImpatient(queue, due - now)
    if (queue.waiting === 0) {
      if (queue.active > 0) return
      queue.addressQueue.queues.delete(queue.host)
      this.#offerAddress(queue.addressQueue, now)
    } else if (due > now) {
      queue.state = 'sleeping'
      this.#sleeping.add(due, queue)
    } else if (this.#mayStart(queue, now)) {
      queue.state = 'ready'
      queue.addressQueue.ready.push(queue)
      this.#offerAddress(queue.addressQueue, now)
    }
  }

  #offerAddress(addressQueue: AddressQueue<W>, now: number): void {
    if (addressQueue.state !== 'nowhere') return
    const due = this.#dueTime(addressQueue, now)
    const needed = addressQueue.ready.size > 0 && this.#hasFreeSlot(addressQueue)
    if (due > now && (needed || addressQueue.queues.size === 0)) {
      // An empty address queue stays until its delay is over; otherwise the next call would ignore the delay.
      addressQueue.state = 'sleeping'
      this.#sleeping.add(due, addressQueue)
    } else if (needed) {
      addressQueue.state = 'ready'
      this.#ready.push(addressQueue)
    } else if (addressQueue.queues.size === 0) {
      this.#addresses.delete(addressQueue.address)
    }
  }

  #hasFreeSlot(addressQueue: AddressQueue<W>): boolean {
    return addressQueue.active < Math.max(1, this.#limits.maximumRequestsPerAddress)
  }

  #dueTime(addressQueue: AddressQueue<W>, now: number): number {
    // A clock that was set back must not stop the traffic until it has caught up.
    if (addressQueue.lastStart > now) addressQueue.lastStart = now
    return addressQueue.lastStart + this.#limits.minimumDelayPerAddressMs
  }

  #queueOf({ host, address }: Waiter): HostQueue<W> {
    let addressQueue = this.#addresses.get(address)
    if (!addressQueue) {
      addressQueue = createAddressQueue(address)
      this.#addresses.set(address, addressQueue)
    }
    return queueIn(addressQueue, host)
  }
}
