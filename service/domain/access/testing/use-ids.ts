import type { TestService } from '../../../testing/test-service.ts'

/** As if ten sites, tags and clients had been created and deleted: limits can name their ids. */
export async function useIds({ db }: Pick<TestService, 'db'>): Promise<void> {
  for (const table of ['sites', 'tags', 'clients'])
    await db.pool.query(`select setval(pg_get_serial_sequence('${table}', 'id')::regclass, 10)`)
}
