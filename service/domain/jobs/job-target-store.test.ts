import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { setUpServiceWithJobs } from '../../testing/set-up-service-with-jobs.ts'
import { leaseTargets } from './job-target-store.ts'

const fixture = setUpServiceWithJobs({ pace: { batches: 0 } })

async function addJob(targets: number): Promise<number> {
  const { db } = fixture.service
  const { rows } = await db.pool.query(
    `insert into jobs (kind, operation, actor, total, created_at, status)
     values ('check', 'check-site', '{"name": "mary"}', $1, now(), 'processing') returning id`,
    [targets],
  )
  await db.pool.query(
    `insert into job_targets (job_id, position, label, input)
     select $1, number - 1, '', '{}' from generate_series(1, $2::int) as number`,
    [rows[0].id, targets],
  )
  return rows[0].id
}

/** Rows of job_targets that this transaction has read. */
async function rowsRead(trx: Db): Promise<number> {
  const query = sql<{ rows: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_xact_user_tables where relname = 'job_targets'`
  return oneRow(await queryRows(trx, query)).rows
}

it('leasing targets reads only their rows, even before the statistics include the job', async () => {
  const { db } = fixture.service
  const size = 2_000
  await addJob(size)
  await db.pool.query('analyze job_targets')
  const id = await addJob(size)
  const { leased, read } = await db.transaction().execute(async (trx) => {
    const leased = await leaseTargets(trx, id, { from: 500, to: 525 }, { holder: 'one', seconds: 30 })
    return { leased, read: await rowsRead(trx) }
  })
  expect(leased.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 25 }, (_, index) => 500 + index),
  )
  // Each is read to be locked and to be updated.
  expect(read).toBeLessThan(size / 4)
})

it('leases no target of another worker, of another range or of a cancelled job', async () => {
  const { db } = fixture.service
  const id = await addJob(10)
  const lease = (holder: string, from: number, to: number) =>
    leaseTargets(db, id, { from, to }, { holder, seconds: 30 })
  expect(await lease('one', 0, 3)).toHaveLength(3)
  expect((await lease('two', 0, 5)).map(({ position }) => position).toSorted()).toEqual([3, 4])
  await db.pool.query(`update jobs set status = 'cancelled' where id = $1`, [id])
  expect(await lease('two', 5, 10)).toEqual([])
})
