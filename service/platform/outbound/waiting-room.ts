import { DueQueue } from './due-queue.ts'
import { Fifo } from './fifo.ts'
import { dismissImpatient, emptyLane, type Lane, nextWaiting, type Queue, queueIn, type Waiter } from './lane.ts'
import type { Paces } from './paces.ts'

export interface LaneLimits {
  maximumRequestsPerAddress: number
  minimumDelayPerAddressMs: number
}

/**
 * Knows who waits for which address and who is next. Addresses take turns, and so do the hosts on one address, so that
 * a long queue for one does not hold up the others. A queue or lane that must rest sleeps in a heap until it is due.
 */
export class WaitingRoom<W extends Waiter> {
  readonly #lanes = new Map<string, Lane<W>>()
  readonly #ready = new Fifo<Lane<W>>()
  readonly #sleeping = new DueQueue<Queue<W> | Lane<W>>()
  readonly #paces: Paces
  #limits: LaneLimits

  constructor(paces: Paces, limits: LaneLimits) {
    this.#paces = paces
    this.#limits = limits
  }

  add(waiter: W, now: number): void {
    const pauseMs = this.#paces.notBefore(waiter.host, now) - now
    if (pauseMs > waiter.patienceMs) {
      waiter.gone = true
      waiter.pausedFor(pauseMs)
      return
    }
    const queue = this.#queueOf(waiter)
    queue.waiters.push(waiter)
    queue.waiting++
    this.#offerQueue(queue, now)
  }

  giveUp(waiter: W): void {
    waiter.gone = true
    this.#queueOf(waiter).waiting--
  }

  /** The next waiter who may start now; it counts as active until `left`. */
  next(now: number): W | undefined {
    for (;;) {
      const lane = this.#ready.shift()
      if (!lane) return undefined
      lane.place = 'nowhere'
      const waiter = this.#nextOf(lane, now)
      this.#offerLane(lane, now)
      if (waiter) return waiter
    }
  }

  left(waiter: W, now: number): void {
    const queue = this.#queueOf(waiter)
    queue.active--
    queue.lane.active--
    this.#offerQueue(queue, now)
    this.#offerLane(queue.lane, now)
  }

  /** Looks again after those that are due. */
  wake(now: number): void {
    for (let due = this.#sleeping.take(now); due; due = this.#sleeping.take(now)) this.#rouse(due, now)
  }

  get earliest(): number | undefined {
    return this.#sleeping.earliest
  }

  get addresses(): number {
    return this.#lanes.size
  }

  /** New limits may free lanes that were full or asleep. */
  applyLimits(limits: LaneLimits, now: number): void {
    this.#limits = limits
    for (const sleeper of this.#sleeping.drain()) this.#rouse(sleeper, now)
    for (const lane of this.#lanes.values()) this.#offerLane(lane, now)
  }

  #rouse(sleeper: Queue<W> | Lane<W>, now: number): void {
    sleeper.place = 'nowhere'
    if (sleeper.kind === 'queue') this.#offerQueue(sleeper, now)
    else this.#offerLane(sleeper, now)
  }

  #nextOf(lane: Lane<W>, now: number): W | undefined {
    if (!this.#hasRoom(lane) || this.#laneDue(lane, now) > now) return undefined
    const queue = lane.ready.shift()
    if (!queue) return undefined
    queue.place = 'nowhere'
    // A host that got into trouble since it was put in line goes back to sleep here.
    const waiter = this.#mayStart(queue, now) ? nextWaiting(queue) : undefined
    if (waiter) {
      queue.waiting--
      queue.active++
      lane.active++
      lane.lastStart = now
      this.#paces.started(queue.host, now)
    }
    this.#offerQueue(queue, now)
    return waiter
  }

  #mayStart(queue: Queue<W>, now: number): boolean {
    const due = this.#paces.notBefore(queue.host, now)
    return due === 0 || (due <= now && queue.active === 0)
  }

  #offerQueue(queue: Queue<W>, now: number): void {
    if (queue.place !== 'nowhere') return
    const due = this.#paces.notBefore(queue.host, now)
    if (due > now) dismissImpatient(queue, due - now)
    if (queue.waiting === 0) {
      if (queue.active > 0) return
      queue.lane.queues.delete(queue.host)
      this.#offerLane(queue.lane, now)
    } else if (due > now) {
      queue.place = 'sleeping'
      this.#sleeping.add(due, queue)
    } else if (this.#mayStart(queue, now)) {
      queue.place = 'ready'
      queue.lane.ready.push(queue)
      this.#offerLane(queue.lane, now)
    }
  }

  #offerLane(lane: Lane<W>, now: number): void {
    if (lane.place !== 'nowhere') return
    const due = this.#laneDue(lane, now)
    const needed = lane.ready.size > 0 && this.#hasRoom(lane)
    if (due > now && (needed || lane.queues.size === 0)) {
      // An empty lane stays until its delay is over, else the next call would not know of it.
      lane.place = 'sleeping'
      this.#sleeping.add(due, lane)
    } else if (needed) {
      lane.place = 'ready'
      this.#ready.push(lane)
    } else if (lane.queues.size === 0) {
      this.#lanes.delete(lane.address)
    }
  }

  #hasRoom(lane: Lane<W>): boolean {
    return lane.active < Math.max(1, this.#limits.maximumRequestsPerAddress)
  }

  #laneDue(lane: Lane<W>, now: number): number {
    // A clock that was set back must not stop the traffic until it has caught up.
    if (lane.lastStart > now) lane.lastStart = now
    return lane.lastStart + this.#limits.minimumDelayPerAddressMs
  }

  #queueOf({ host, address }: Waiter): Queue<W> {
    let lane = this.#lanes.get(address)
    if (!lane) {
      lane = emptyLane(address)
      this.#lanes.set(address, lane)
    }
    return queueIn(lane, host)
  }
}
