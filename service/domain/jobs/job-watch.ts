import type { Clock } from '../../platform/clock.ts'
import type { Notices } from '../../platform/database/notices.ts'
import { jobsChannel } from './job-store.ts'

declare module '../../operation/context.ts' {
  interface FeatureState {
    jobs: JobWatch
  }
}

/** Notifies this process of changes of jobs in any process. */
export interface JobWatch {
  /** `changed` resolves at the next change of the job, or after the given time; `cancel` stops waiting. */
  nextChange(jobId: number, milliseconds: number): { changed: Promise<void>; cancel: () => void }
}

export async function openJobWatch(notices: Notices, clock: Clock): Promise<JobWatch> {
  const callbacks = new Set<(jobId: number | 'any') => void>()
  await notices.subscribe(jobsChannel, (payload) => {
    for (const callback of callbacks) callback(Number(payload))
  })
  // A change may have been missed. While the connection is lost, reading the job would fail.
  notices.onGap(() => {
    if (!notices.isListening()) return
    for (const callback of callbacks) callback('any')
  })
  return {
    nextChange(jobId, milliseconds) {
      const { promise: changed, resolve: cancel } = Promise.withResolvers<void>()
      const cancelTimer = clock.after(milliseconds, cancel)
      const onChange = (id: number | 'any') => {
        if (id === jobId || id === 'any') cancel()
      }
      callbacks.add(onChange)
      void changed.then(() => {
        cancelTimer()
        callbacks.delete(onChange)
      })
      return { changed, cancel }
    },
  }
}
