import type { PgBoss } from 'pg-boss'

/** Messages that were taken that many seconds ago and not finished; the queue itself times out only after hours. */
export async function findStalledMessages(boss: PgBoss, queues: string[], seconds: number): Promise<unknown[]> {
  const { rows } = await boss.getDb().executeSql(
    `select distinct data from queue.job
     where name = any($1) and state in ('active', 'failed') and started_on < now() - make_interval(secs => $2)`,
    [queues, seconds],
  )
  return rows.map(({ data }: { data: unknown }) => data)
}
