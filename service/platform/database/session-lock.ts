import type { PoolClient } from 'pg'
import type { advisoryLocks } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { oneRow } from './one-row.ts'

/** Runs `work` with the connection that holds the lock, or with null if another process holds it. */
export async function withSessionLock<Result>(
  { pool }: Database,
  lock: (typeof advisoryLocks)[keyof typeof advisoryLocks],
  work: (client: PoolClient | null) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock])
    return await work(oneRow(rows).free ? client : null)
  } finally {
    // Before the command ends; closing the connection would release the lock a moment later.
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release(true)
  }
}
