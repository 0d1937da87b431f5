import { Fifo } from './fifo.ts'

export interface Waiter {
  host: string
  address: string
  maxWaitMs: number
  /** Cancelled; skipped when it is next. */
  cancelled: boolean
  /** The host pauses longer than this call waits. */
  pausedFor(milliseconds: number): void
}

type QueueState = 'nowhere' | 'ready' | 'sleeping'

/** The calls to one host name on one address. */
export interface HostQueue<W> {
  kind: 'queue'
  host: string
  addressQueue: AddressQueue<W>
  waiters: Fifo<W>
  /** Calls that have not started. */
  waiting: number
  active: number
  state: QueueState
}

/** An IP address, often with hundreds of hosts. */
export interface AddressQueue<W> {
  kind: 'address'
  address: string
  queues: Map<string, HostQueue<W>>
  ready: Fifo<HostQueue<W>>
  active: number
  lastStart: number
  state: QueueState
}

export function createAddressQueue<W>(address: string): AddressQueue<W> {
  const lastStart = Number.NEGATIVE_INFINITY
  return { kind: 'address', address, queues: new Map(), ready: new Fifo(), active: 0, lastStart, state: 'nowhere' }
}

export function queueIn<W>(addressQueue: AddressQueue<W>, host: string): HostQueue<W> {
  let queue = addressQueue.queues.get(host)
  if (!queue) {
    queue = { kind: 'queue', host, addressQueue, waiters: new Fifo(), waiting: 0, active: 0, state: 'nowhere' }
    addressQueue.queues.set(host, queue)
  }
  return queue
}

/** The first call that still waits. */
export function nextWaiting<W extends Waiter>(queue: HostQueue<W>): W | undefined {
  for (let waiter = queue.waiters.shift(); waiter; waiter = queue.waiters.shift()) if (!waiter.cancelled) return waiter
  return undefined
}

/** Rejects the first calls that do not wait that long. */
export function rejectImpatient<W extends Waiter>(queue: HostQueue<W>, pauseMs: number): void {
  for (let waiter = queue.waiters.peek(); waiter; waiter = queue.waiters.peek()) {
    if (!waiter.cancelled && waiter.maxWaitMs >= pauseMs) return
    queue.waiters.shift()
    if (waiter.cancelled) continue
    waiter.cancelled = true
    queue.waiting--
    waiter.pausedFor(pauseMs)
  }
}
