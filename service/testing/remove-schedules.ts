import type { TestService } from './test-service.ts'

/** Nothing starts by itself any more; jobs that a test starts still run. The queue has its own clock, which is the real one. */
export async function removeSchedules({ db }: Pick<TestService, 'db'>): Promise<void> {
  await db.pool.query('delete from queue.schedule')
}
