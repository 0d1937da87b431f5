import { type Database, statement } from '../../platform/database/database.ts'

const mostJobs = 200
const mostTargets = 10_000

// A few jobs or one large one. Whoever reopens a job meanwhile keeps it: the condition is looked at again under its lock.
const deleteSome = statement<{ id: number }>(
  'job-delete-old',
  `delete from jobs where completed_at < $1 and id in (
     select id from (
       select id, sum(total) over (order by completed_at, id) - total as earlier from (
         select id, total, completed_at from jobs where completed_at < $1 order by completed_at, id limit ${mostJobs}
       ) as oldest
     ) as counted
     where earlier < ${mostTargets})
   returning id`,
)

/** Deletes some of the jobs that ended before then, with their targets; answers how many, 0 when none is left. */
export async function deleteSomeJobsBefore(db: Database, before: Date): Promise<number> {
  return (await db.fetch(deleteSome, [before])).length
}
