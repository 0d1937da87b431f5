import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import { leaseSecondsOf } from '../../sites/index.ts'
import { updatesBusy } from './running-errors.ts'
import { releaseSlot, renewSlot, takeSlot } from './slot-store.ts'

type Platform = Pick<Context, 'db' | 'clock' | 'log' | 'settings'>

/** A person who waits is not kept waiting by the thousands of sites of a job: each has a line of its own. */
type Line = 'job' | 'person'

const retryMs = 250
const patienceMs = { job: Number.POSITIVE_INFINITY, person: 60_000 }

// In each line of a process only the first asks the database, however many stand behind it.
const lines = new WeakMap<Database, Record<Line, Promise<unknown>>>()

/** Runs the work when fewer updates run than may, over all processes. A change of the limit counts for those that wait. */
export async function withUpdateSlot<T>(context: Platform, line: Line, work: () => Promise<T>): Promise<T> {
  const { db, clock, log } = context
  const holder = randomUUID()
  const deadline = clock.now().getTime() + patienceMs[line]
  await lockTable(db, line, () => waitForSlot(context, holder, deadline))
  const stopRenewing = keepRenewing(context, holder)
  try {
    return await work()
  } finally {
    stopRenewing()
    await releaseSlot(db, holder).catch((error) =>
      log.warn({ err: error }, 'the place of an update was not given back'),
    )
  }
}

function lockTable(db: Database, line: Line, step: () => Promise<void>): Promise<void> {
  const known = lines.get(db) ?? { job: Promise.resolve(), person: Promise.resolve() }
  lines.set(db, known)
  const turn = known[line].then(step)
  known[line] = turn.catch(() => {})
  return turn
}

async function waitForSlot({ db, clock, settings }: Platform, holder: string, deadline: number): Promise<void> {
  for (;;) {
    const most = settings.get('advanced').svc_maximum_install_update_requests
    if (await takeSlot(db, holder, most, leaseSecondsOf(db))) return
    if (clock.now().getTime() >= deadline) throw updatesBusy(most)
    await new Promise<void>((resolve) => void clock.after(retryMs, resolve))
  }
}

function keepRenewing({ db, clock, log }: Platform, holder: string): () => void {
  const seconds = leaseSecondsOf(db)
  let stopped = false
  let forget = () => {}
  const next = () => {
    forget = clock.after((seconds * 1000) / 3, () => {
      renewSlot(db, holder, seconds)
        .catch((error) => log.warn({ reason: (error as Error).message }, 'the place of an update was not renewed'))
        .then(() => !stopped && next())
    })
  }
  next()
  return () => {
    stopped = true
    forget()
  }
}
