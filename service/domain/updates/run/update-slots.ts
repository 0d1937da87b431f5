import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { defaultLeaseSeconds, Leases, leaseSignal, throwIfLeaseLost } from '../../../platform/leases.ts'
import { releaseSlot, renewSlots, takeSlot } from './update-slot-store.ts'

declare module '../../../operation/context.ts' {
  interface FeatureState {
    /** Limits the updates that run at the same time, over all processes. */
    updateSlots: UpdateSlots
  }
}

/** People have a queue of their own, so that they never wait behind the sites of a job. */
type Caller = 'job' | 'person'

export interface UpdateSlots {
  /** Runs the work when fewer updates run than the limit allows. A change of the limit applies to waiting callers too. */
  hold<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>
}

const retryMs = 250
const maxWaitMs = { job: Number.POSITIVE_INFINITY, person: 60_000 }

export function createUpdateSlots(
  { db, clock, log, settings, metrics }: Pick<Context, 'db' | 'clock' | 'log' | 'settings' | 'metrics'>,
  leaseSeconds = defaultLeaseSeconds,
): UpdateSlots {
  const leases = new Leases<string>(
    { clock, log, metrics },
    {
      kind: 'update_slot',
      seconds: leaseSeconds,
      describe: () => 'an update slot',
      renew: (holders, seconds) => renewSlots(db, holders, seconds),
      release: (holder) => releaseSlot(db, holder),
    },
  )
  // In each queue only the first waiter polls the database; jobs do not poll while a person waits.
  const queues: Record<Caller, Promise<unknown>> = { job: Promise.resolve(), person: Promise.resolve() }
  let waitingPeople = 0

  function runInQueue(caller: Caller, step: (mayTake: () => boolean) => Promise<void>): Promise<void> {
    if (caller === 'person') waitingPeople++
    const result = queues[caller].then(() => step(() => caller === 'person' || waitingPeople === 0))
    queues[caller] = result.catch(() => {})
    return untilLeaseLost(result).finally(() => {
      if (caller === 'person') waitingPeople--
    })
  }

  async function waitForSlot(holder: string, deadline: number, mayTake: () => boolean): Promise<void> {
    for (;;) {
      throwIfLeaseLost()
      const max = settings.get('advanced').svc_maximum_install_update_requests
      if (mayTake() && (await takeSlot(db, holder, max, leaseSeconds))) {
        if (leaseSignal()?.aborted) await releaseSlot(db, holder)
        return throwIfLeaseLost()
      }
      if (clock.now().getTime() >= deadline) throw updatesBusy(max)
      await new Promise<void>((resolve) => void clock.after(retryMs, resolve))
    }
  }

  return {
    async hold(caller, work) {
      const holder = randomUUID()
      const deadline = clock.now().getTime() + maxWaitMs[caller]
      await runInQueue(caller, (mayTake) => waitForSlot(holder, deadline, mayTake))
      return leases.hold(holder, work)
    },
  }
}

/** A waiter whose work was cancelled, or taken over by another process, does not wait for its turn to find out. */
async function untilLeaseLost(turn: Promise<void>): Promise<void> {
  const signal = leaseSignal()
  if (!signal) return turn
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([turn, lost])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const updatesBusy = (max: number) =>
  new ServiceError(
    'svc_updates_busy',
    'unavailable',
    `Updates are being installed on as many sites as svc_maximum_install_update_requests allows (${max}). Try again in a moment, or raise it.`,
    { retryable: true },
  )
