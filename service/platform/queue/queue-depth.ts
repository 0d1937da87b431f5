import type { ManagedQueue } from './queue.ts'
import { callsQueue, deadLetters, queueNameOf, queuePriorities } from './queue.ts'

export interface QueueDepth {
  queue: string
  waiting: number
  oldestSeconds: number
}

const namesOfQueues = new Map([
  ...queuePriorities.map((priority) => [queueNameOf(priority), priority as string] as const),
  [callsQueue, 'calls'],
])

/** Messages that are due and wait for a worker. The index of the library for waiting messages has the columns. */
const waitingQuery = `select name, count(*) as waiting,
    extract(epoch from clock_timestamp() - min(greatest(created_on, start_after)))::float8 as seconds
  from queue.job where name = any ($1::text[]) and state < 'active' and start_after <= now() group by name`

export async function measureQueues({ boss }: ManagedQueue): Promise<QueueDepth[]> {
  const { rows } = await boss.getDb().executeSql(waitingQuery, [[...namesOfQueues.keys()]])
  return [...namesOfQueues].map(([name, queue]) => {
    const found = rows.find((row: { name: string }) => row.name === name)
    return { queue, waiting: Number(found?.waiting ?? 0), oldestSeconds: Math.max(0, Number(found?.seconds ?? 0)) }
  })
}

/** Calls that failed after all attempts and were not repeated. */
export async function countDeadLetters({ boss }: ManagedQueue): Promise<number> {
  const query = `select count(*) as dead from queue.job where name = $1 and state < 'active'`
  const { rows } = await boss.getDb().executeSql(query, [deadLetters])
  return Number(rows[0]?.dead ?? 0)
}
