import type { PgBoss } from 'pg-boss'

/** What messages say that were taken so many seconds ago and not finished; the queue gives up on them only after hours. */
export async function findLongTaken(boss: PgBoss, queues: string[], seconds: number): Promise<unknown[]> {
  const { rows } = await boss.getDb().executeSql(
    `select distinct data from queue.job
     where name = any($1) and state in ('active', 'failed') and started_on < now() - make_interval(secs => $2)`,
    [queues, seconds],
  )
  return rows.map(({ data }: { data: unknown }) => data)
}
