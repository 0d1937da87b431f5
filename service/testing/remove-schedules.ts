import type { Database } from '../platform/database/database.ts'

/** Nothing starts by itself any more; jobs that a test starts still run. The queue has its own clock, which is the real one. */
export async function removeSchedules({ db }: { db: Database }): Promise<void> {
  await db.pool.query('delete from queue.schedule')
}
