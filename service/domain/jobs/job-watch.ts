import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import { jobsChannel } from './job-store.ts'

/** Notifies this process of changes of jobs in any process. */
interface JobWatch {
  /** `changed` resolves at the next change of the job, or after the given time; `cancel` stops waiting. */
  nextChange(jobId: number, milliseconds: number): { changed: Promise<void>; cancel: () => void }
  /** Calls back at every change of any job until the returned function is called. */
  onChange(callback: (jobId: number) => void): () => void
}

const watches = new WeakMap<Database, JobWatch>()

export async function openJobWatch(db: Database, notices: Notices, clock: Clock): Promise<JobWatch> {
  const callbacks = new Set<(jobId: number) => void>()
  await notices.subscribe(jobsChannel, (payload) => {
    for (const callback of callbacks) callback(Number(payload))
  })
  const watch: JobWatch = {
    onChange(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    nextChange(jobId, milliseconds) {
      const { promise: changed, resolve: cancel } = Promise.withResolvers<void>()
      const cancelTimer = clock.after(milliseconds, cancel)
      const removeListener = watch.onChange((id) => {
        if (id === jobId) cancel()
      })
      void changed.then(() => {
        cancelTimer()
        removeListener()
      })
      return { changed, cancel }
    },
  }
  watches.set(db, watch)
  return watch
}

export function jobWatchOf(db: Database): JobWatch {
  const watch = watches.get(db)
  if (!watch) throw new Error('The jobs of this database are not watched. Call openJobWatch at start.')
  return watch
}
