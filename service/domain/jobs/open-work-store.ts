import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { QueuePriority } from '../../platform/queue/queue.ts'

/** Jobs of a user that are not over, how many of them are in one lane, and how many of their targets are left. */
export interface OpenWork {
  jobs: number
  inLane: number
  targets: number
}

/** First part of the lock number; the second is the user. No other lock in this database has it. */
const orderLock = 870_094

/** Orders of one user wait for each other until their transactions end, so that each counts the ones before. */
export async function lockOrdersOf(trx: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${orderLock}, ${userId % 2 ** 31}::int)`.execute(trx)
}

export async function countOpenWork(db: Db, userId: number, lane: QueuePriority | null): Promise<OpenWork> {
  const { jobs, inLane, targets } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      fn.countAll<string>().as('jobs'),
      sql<string>`count(*) filter (where lane = ${lane})`.as('inLane'),
      sql<string>`coalesce(sum(total - succeeded - failed - cancelled), 0)`.as('targets'),
    ])
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirstOrThrow()
  return { jobs: Number(jobs), inLane: Number(inLane), targets: Number(targets) }
}
