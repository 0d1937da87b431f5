import { AsyncLocalStorage } from 'node:async_hooks'
import { LeaseLostError, throwIfLeaseLost } from '../leases.ts'

/** The work was cancelled before it began. A lost right like any other: everything that ends for a lost lease ends for it. */
export class WorkCancelledError extends LeaseLostError {
  constructor(what: string) {
    super(what)
    this.message = `This was cancelled before it began: ${what}.`
  }
}

/** Work that a worker of this process has leased. */
export interface CurrentWork {
  /** False while it waits in this process for its turn: then a cancel stops it at once. */
  hasBegun: boolean
}

const currentWork = new AsyncLocalStorage<CurrentWork>()

export const runAsWork = <Result>(work: CurrentWork, run: () => Promise<Result>): Promise<Result> =>
  currentWork.run(work, run)

/**
 * Called before the first change or call of the work. From here on it is finished although it is cancelled; throws when it
 * was cancelled, or its lease lost, before. Outside of leased work it does nothing.
 */
export function beginWork(): void {
  const work = currentWork.getStore()
  if (!work || work.hasBegun) return
  throwIfLeaseLost()
  work.hasBegun = true
}
