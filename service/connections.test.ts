import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queryRows, quickRows } from './platform/database/database.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

it('every connection has limits for opening it, for a lock and for a statement', async () => {
  const { db, queue } = await service.openAnother({ works: true, pace: { batches: 0 } })
  const limits = sql<{ statement: string; lock: string }>`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`
  const expected = [{ statement: '1min', lock: '20s' }]
  expect(await queryRows(db, limits)).toEqual(expected)
  expect(await db.transaction().execute((trx) => queryRows(trx, limits))).toEqual(expected)
  expect(await quickRows(db, limits)).toEqual([{ statement: '10s', lock: '5s' }])
  const { rows } = await queue.boss.getDb().executeSql(limits.compile(db).sql)
  expect(rows).toEqual(expected)
})

/** Waits while another connection holds the lock: as slow as the test needs. */
const wait = sql`select pg_advisory_xact_lock_shared(1)`

it.each([
  ['that works', true, 24],
  ['that only serves', false, 19],
])('a process %s opens at most the connections of docs/sizing.md under load', async (_, works, most) => {
  const address = new URL(service.connectionString)
  address.searchParams.set('application_name', `counted ${works}`)
  const connection = { connectionString: address.href }
  const { db, queue } = await service.openAnother({ connection, works, pace: { batches: 0 } })
  const outside = new Client({ connectionString: service.connectionString })
  await outside.connect()
  const connections = async () => {
    const { rows } = await outside.query(`select from pg_stat_activity where application_name = 'counted ${works}'`)
    return rows.length
  }
  await outside.query('select pg_advisory_lock(1)')
  const queries = Array.from({ length: 50 }, () => [
    wait.execute(db),
    queryRows(db, wait),
    quickRows(db, wait),
    // The queue does not wait for ever.
    queue.boss
      .getDb()
      .executeSql(wait.compile(db).sql)
      .catch(() => {}),
  ])
  try {
    await expect.poll(connections).toBe(most)
  } finally {
    await outside.query('select pg_advisory_unlock(1)')
    await Promise.all(queries.flat())
    await outside.end()
  }
})
