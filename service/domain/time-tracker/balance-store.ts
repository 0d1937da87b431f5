import { type Database, statement } from '../../platform/database/database.ts'
import type { BucketPeriod } from './bucket-period.ts'
import { taskAmountsSql } from './task-amounts.ts'

/** Per bucket: rounded seconds of its tasks with a date in the period. */
const used = statement<{ id: number; seconds: number }>(
  'time-bucket-use',
  `select requested.id, sum(billed.seconds)::bigint as seconds
   from unnest($2::bigint[], $3::date[], $4::date[]) as requested (id, "from", until)
   join time_tasks as task on task.bucket_id = requested.id
     and (requested."from" is null or task.date >= requested."from") and (requested.until is null or task.date < requested.until)
   ${taskAmountsSql(1)} group by requested.id`,
)

export async function sumUsedSeconds(
  db: Database,
  periods: ReadonlyMap<number, BucketPeriod>,
  now: Date,
): Promise<Map<number, number>> {
  if (periods.size === 0) return new Map()
  const [ids, all] = [[...periods.keys()], [...periods.values()]]
  const rows = await db.fetch(used, [now, ids, all.map(({ from }) => from), all.map(({ until }) => until)])
  return new Map(rows.map(({ id, seconds }) => [id, seconds]))
}
