import { Fifo } from './fifo.ts'

export interface Waiter {
  host: string
  address: string
  patienceMs: number
  /** Gave up waiting; skipped when its turn comes. */
  gone: boolean
  /** The host rests longer than this one will wait. */
  pausedFor(milliseconds: number): void
}

type Place = 'nowhere' | 'ready' | 'sleeping'

/** The calls to one host name on one address. */
export interface HostQueue<W> {
  kind: 'queue'
  host: string
  addressQueue: AddressQueue<W>
  waiters: Fifo<W>
  /** Those that have not gone. */
  waiting: number
  active: number
  place: Place
}

/** An IP address: often hundreds of hosts live on one. */
export interface AddressQueue<W> {
  kind: 'address'
  address: string
  queues: Map<string, HostQueue<W>>
  ready: Fifo<HostQueue<W>>
  active: number
  lastStart: number
  place: Place
}

export function createAddressQueue<W>(address: string): AddressQueue<W> {
  const lastStart = Number.NEGATIVE_INFINITY
  return { kind: 'address', address, queues: new Map(), ready: new Fifo(), active: 0, lastStart, place: 'nowhere' }
}

export function queueIn<W>(addressQueue: AddressQueue<W>, host: string): HostQueue<W> {
  let queue = addressQueue.queues.get(host)
  if (!queue) {
    queue = { kind: 'queue', host, addressQueue, waiters: new Fifo(), waiting: 0, active: 0, place: 'nowhere' }
    addressQueue.queues.set(host, queue)
  }
  return queue
}

/** The first who still waits. */
export function nextWaiting<W extends Waiter>(queue: HostQueue<W>): W | undefined {
  for (let waiter = queue.waiters.shift(); waiter; waiter = queue.waiters.shift()) if (!waiter.gone) return waiter
  return undefined
}

/** Turns away those at the head who will not wait that long. */
export function dismissImpatient<W extends Waiter>(queue: HostQueue<W>, pauseMs: number): void {
  for (let waiter = queue.waiters.peek(); waiter; waiter = queue.waiters.peek()) {
    if (!waiter.gone && waiter.patienceMs >= pauseMs) return
    queue.waiters.shift()
    if (waiter.gone) continue
    waiter.gone = true
    queue.waiting--
    waiter.pausedFor(pauseMs)
  }
}
