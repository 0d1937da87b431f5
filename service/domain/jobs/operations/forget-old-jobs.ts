import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { deleteSomeJobsBefore } from '../job-retention-store.ts'

/** What was done to sites stands in the histories of updates and changes, which are kept for longer. */
const daysKept = 30
const dayMs = 86_400_000

export const forgetOldJobs = operation({
  name: 'forget-old-jobs',
  summary: 'Forget jobs that ended 30 days ago, with their targets.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ jobs: z.int() }),
})
  .plans(async () => ({
    would_affect: [],
    warnings: [`Jobs that ended more than ${daysKept} days ago would be forgotten.`],
  }))
  .does(async (_input, { db, clock }) => {
    const before = new Date(clock.now().getTime() - daysKept * dayMs)
    let [jobs, last] = [0, 0]
    // In pieces, so that nobody waits behind a long deletion.
    do {
      last = await deleteSomeJobsBefore(db, before)
      jobs += last
    } while (last > 0)
    return { jobs }
  })
