import { sql } from 'kysely'
import { type Database, queryRows } from '../../platform/database/database.ts'
import type { BucketPeriod } from './bucket-period.ts'
import { taskAmounts } from './task-amount-store.ts'

/** Per bucket: rounded seconds of its tasks with a date in the period. */
export async function sumUsedSeconds(
  db: Database,
  periods: ReadonlyMap<number, BucketPeriod>,
  now: Date,
): Promise<Map<number, number>> {
  if (periods.size === 0) return new Map()
  const [ids, all] = [[...periods.keys()], [...periods.values()]]
  const rows = await queryRows(
    db,
    sql<{ id: number; seconds: number }>`select requested.id, sum(billed.seconds)::bigint as seconds
      from unnest(${ids}::bigint[], ${all.map(({ from }) => from)}::date[], ${all.map(({ until }) => until)}::date[])
        as requested (id, "from", until)
      join time_tasks as task on task.bucket_id = requested.id
        and (requested."from" is null or task.date >= requested."from")
        and (requested.until is null or task.date < requested.until)
      ${taskAmounts(now)} group by requested.id`,
  )
  return new Map(rows.map(({ id, seconds }) => [id, seconds]))
}
