import type { PgBoss } from 'pg-boss'
import { advisoryLocks } from '../database/advisory-locks.ts'

/**
 * The library has no index for messages that were taken: without one, every search reads all messages of the last day. It
 * creates its tables itself, so a migration cannot create the index.
 */
export async function ensureTakenIndex(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(`do $$ begin
    if to_regclass('queue.job_taken') is null then
      perform pg_advisory_xact_lock(${advisoryLocks.queueIndex});
      create index if not exists job_taken on queue.job_common (name, started_on) where state in ('active', 'failed');
    end if;
  end $$`)
}

/** Messages that were taken that many seconds ago and not finished; the queue itself times out only after hours. */
export async function findStalledMessages(boss: PgBoss, queues: string[], seconds: number): Promise<unknown[]> {
  const { rows } = await boss.getDb().executeSql(stalledMessagesQuery, [queues, seconds])
  return rows.map(({ data }: { data: unknown }) => data)
}

/** The library runs statements as text with numbered values. */
export const stalledMessagesQuery = `select distinct data from queue.job
  where name = any ($1::text[]) and state in ('active', 'failed') and started_on < now() - make_interval(secs => $2)`
