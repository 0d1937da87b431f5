import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { setUpServiceWithJobs } from '../../testing/set-up-service-with-jobs.ts'
import { deleteOldJobs } from './job-store.ts'

const fixture = setUpServiceWithJobs()
const day = 86_400_000
const left = async () => {
  const { db } = fixture.service
  const jobs = await db.selectFrom('jobs').select('id').orderBy('id').execute()
  const targets = await db.selectFrom('job_targets').select('job_id').distinct().orderBy('job_id').execute()
  return { jobs: jobs.map(({ id }) => id), targets: targets.map(({ job_id }) => job_id) }
}
const ended = (id: number, days: number) =>
  fixture.service.db
    .updateTable('jobs')
    .set({ completed_at: new Date(fixture.service.clock.now().getTime() - days * day) })
    .where('id', '=', id)
    .execute()

it('deletes jobs that ended 30 days ago with their targets, and no others', async () => {
  const [old, younger] = [await fixture.start([1, 2]), await fixture.start([3])]
  for (const job of [old, younger]) await fixture.over(job)
  await ended(old.id, 31)
  await ended(younger.id, 29)
  await fixture.service.app.deleteOldRows()
  expect(await left()).toEqual({ jobs: [younger.id], targets: [younger.id] })
})

it('keeps an open job of any age', async () => {
  const job = await fixture.start([1])
  await fixture.over(job)
  await fixture.service.db
    .updateTable('jobs')
    .set({ completed_at: null, status: 'processing', created_at: new Date(0) })
    .execute()
  await fixture.service.app.deleteOldRows()
  expect((await left()).jobs).toEqual([job.id])
})

describe('a batch', () => {
  // Without a worker: its own retention would delete rows at the same time.
  const idle = setUpService()
  const insertThree = () =>
    idle.service.db.pool.query(
      `insert into jobs (kind, operation, actor, total, status, created_at, completed_at)
       select 'sync', 'sync-site', '{}', 6000, 'completed', now(), '2025-01-01' from generate_series(1, 3)`,
    )

  it('has a limited number of targets', async () => {
    const { db, clock } = idle.service
    await insertThree()
    expect(await deleteOldJobs(db, clock.now())).toBe(2)
    expect(await deleteOldJobs(db, clock.now())).toBe(1)
    expect(await deleteOldJobs(db, clock.now())).toBe(0)
  })

  it('is followed by others until no old job is left', async () => {
    await insertThree()
    expect(await idle.service.app.deleteOldRows()).toMatchObject({ jobs: 3 })
  })
})
