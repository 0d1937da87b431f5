import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { releaseSlot, renewSlot, takeSlot } from './update-slot-store.ts'

type Platform = Pick<Context, 'db' | 'clock' | 'leases' | 'settings'>

/** People have a queue of their own, so that they never wait behind the sites of a job. */
type Caller = 'job' | 'person'

const retryMs = 250
const maxWaitMs = { job: Number.POSITIVE_INFINITY, person: 60_000 }

/** Per process and queue, only the first waiter polls the database; jobs do not poll while a person waits. */
interface Queues {
  job: Promise<unknown>
  person: Promise<unknown>
  waitingPeople: number
}
const queues = new WeakMap<Database, Queues>()

/**
 * Runs the work when fewer updates run than the limit allows, over all processes. A change of the limit applies to
 * waiting callers too.
 */
export async function withUpdateSlot<T>(context: Platform, caller: Caller, work: () => Promise<T>): Promise<T> {
  const { db, clock, leases } = context
  const holder = randomUUID()
  const deadline = clock.now().getTime() + maxWaitMs[caller]
  await runInQueue(db, caller, (mayTake) => waitForSlot(context, holder, deadline, mayTake))
  const lease = {
    name: 'an update slot',
    renew: () => renewSlot(db, holder, leases.seconds),
    release: () => releaseSlot(db, holder),
  }
  return leases.hold(lease, work)
}

async function runInQueue(
  db: Database,
  caller: Caller,
  step: (mayTake: () => boolean) => Promise<void>,
): Promise<void> {
  const known = queues.get(db) ?? { job: Promise.resolve(), person: Promise.resolve(), waitingPeople: 0 }
  queues.set(db, known)
  if (caller === 'person') known.waitingPeople++
  const result = known[caller].then(() => step(() => caller === 'person' || known.waitingPeople === 0))
  known[caller] = result.catch(() => {})
  return result.finally(() => {
    if (caller === 'person') known.waitingPeople--
  })
}

async function waitForSlot(
  { db, clock, leases, settings }: Platform,
  holder: string,
  deadline: number,
  mayTake: () => boolean,
): Promise<void> {
  for (;;) {
    const most = settings.get('advanced').svc_maximum_install_update_requests
    if (mayTake() && (await takeSlot(db, holder, most, leases.seconds))) return
    if (clock.now().getTime() >= deadline) throw updatesBusy(most)
    await new Promise<void>((resolve) => void clock.after(retryMs, resolve))
  }
}

const updatesBusy = (most: number) =>
  new ServiceError(
    'svc_updates_busy',
    'unavailable',
    `Updates are being installed on as many sites as svc_maximum_install_update_requests allows (${most}). Try again in a moment, or raise it.`,
  )
