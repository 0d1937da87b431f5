import { sql } from 'kysely'
import { type Database, queryRows } from '../database/database.ts'
import { oneRow } from '../database/one-row.ts'
import { callsQueue, deadLetters, queueNameOf, queuePriorities } from './queue.ts'

export interface QueueDepth {
  queue: string
  waiting: number
  oldestSeconds: number
}

const queues: readonly { name: string; queue: string }[] = [
  ...queuePriorities.map((priority) => ({ name: queueNameOf(priority), queue: priority })),
  { name: callsQueue, queue: 'calls' },
]

/** Messages that are due and wait for a worker; the library has an index of those that wait. */
export async function measureQueues(db: Database): Promise<QueueDepth[]> {
  const rows = await queryRows(
    db,
    sql<{ name: string; waiting: number; seconds: number }>`select name, count(*) as waiting,
        extract(epoch from clock_timestamp() - min(greatest(created_on, start_after)))::float8 as seconds
      from queue.job
      where name = any (${queues.map(({ name }) => name)}::text[]) and state < 'active' and start_after <= now()
      group by name`,
  )
  return queues.map(({ name, queue }) => {
    const found = rows.find((row) => row.name === name)
    return { queue, waiting: found?.waiting ?? 0, oldestSeconds: Math.max(0, found?.seconds ?? 0) }
  })
}

/** Calls that failed after all attempts and were not repeated. */
export async function countDeadLetters(db: Database): Promise<number> {
  const query = sql<{ dead: number }>`select count(*) as dead from queue.job
    where name = ${deadLetters} and state < 'active'`
  return oneRow(await queryRows(db, query)).dead
}
