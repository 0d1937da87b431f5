import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteOldJobs } from '../job-store.ts'

/** The histories of updates and changes keep what was done to sites for longer. */
const daysKept = 30
const dayMs = 86_400_000

export const forgetOldJobs = operation({
  name: 'forget-old-jobs',
  summary: 'Delete jobs that ended more than 30 days ago, with their targets.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ jobs: z.int() }),
})
  .plans(async () => ({
    would_affect: [],
    warnings: [`Jobs that ended more than ${daysKept} days ago would be deleted.`],
  }))
  .does(async (_input, { db, clock }) => {
    const before = new Date(clock.now().getTime() - daysKept * dayMs)
    let [jobs, last] = [0, 0]
    // In batches, so that no other query waits for a long deletion.
    do {
      last = await deleteOldJobs(db, before)
      jobs += last
    } while (last > 0)
    return { jobs }
  })
