import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import { jobsChannel } from './job-store.ts'

/** Tells this process when a job moves, in whichever process it runs. */
export interface JobWatch {
  /** `moved` resolves at the next move of the job, or after that many milliseconds; `forget` stops waiting. */
  nextMove(jobId: number, milliseconds: number): { moved: Promise<void>; forget: () => void }
  /** Calls back at every move of any job until the returned function is called. */
  onMove(callback: (jobId: number) => void): () => void
}

const watches = new WeakMap<Database, JobWatch>()

export async function openJobWatch(db: Database, notices: Notices, clock: Clock): Promise<JobWatch> {
  const callbacks = new Set<(jobId: number) => void>()
  await notices.hear(jobsChannel, (payload) => {
    for (const callback of callbacks) callback(Number(payload))
  })
  const watch: JobWatch = {
    onMove(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    nextMove(jobId, milliseconds) {
      const { promise: moved, resolve: forget } = Promise.withResolvers<void>()
      const forgetTimer = clock.after(milliseconds, forget)
      const forgetMove = watch.onMove((id) => {
        if (id === jobId) forget()
      })
      void moved.then(() => {
        forgetTimer()
        forgetMove()
      })
      return { moved, forget }
    },
  }
  watches.set(db, watch)
  return watch
}

export function jobWatchOf(db: Database): JobWatch {
  const watch = watches.get(db)
  if (!watch) throw new Error('Nobody watches the jobs of this database; call openJobWatch at start.')
  return watch
}
