import { expect, it } from 'vitest'
import { type Actor, systemActor } from '../../operation/actor.ts'
import { createLog } from '../../platform/log.ts'
import { startConsumer } from '../../platform/queue/worker.ts'
import { callers } from '../../testing/callers.ts'
import { setUpServiceWithJobs } from '../../testing/set-up-service-with-jobs.ts'
import { maxOpenJobs, maxOpenTargets } from './open-work.ts'

// No queue has a worker, so that all jobs wait.
const fixture = setUpServiceWithJobs({ pace: { batches: 0 } })
const { rest } = callers(fixture)
const actorOf = (person: { id: number }): Actor => ({ ...systemActor('caller'), kind: 'user', userId: person.id })

it('a small job starts next, however many jobs another caller has queued before', async () => {
  const { manager, administrator } = fixture.people
  for (let number = 0; number < 60; number++) await fixture.start([1], actorOf(manager))
  const small = await fixture.start([1], actorOf(administrator))
  const taken: number[] = []
  const take = async (data: unknown) => void taken.push((data as { job: number }).job)
  await startConsumer(fixture.service.app.queue, 'short', take, createLog('silent'), 1)
  await expect.poll(() => taken.length).toBe(61)
  expect(taken.indexOf(small.id)).toBeLessThan(3)
})

it(`refuses another job of a caller with ${maxOpenJobs} open jobs, until one is cancelled`, async () => {
  const { manager, administrator } = fixture.people
  await fixture.service.db.pool.query(
    `insert into jobs (kind, operation, actor, user_id, total, created_at, status)
     select 'check', 'check-site', '{"name": "mary"}', $1, 1, now(), 'processing' from generate_series(1, $2)`,
    [manager.id, maxOpenJobs],
  )
  await fixture.service.db.pool.query(
    `insert into job_targets (job_id, position, label, input) values (1, 0, 'a', '{}')`,
  )
  await expect(fixture.start([1], actorOf(manager))).rejects.toMatchObject({
    code: 'svc_rate_limited',
    message: expect.stringContaining(`${maxOpenJobs} open jobs`),
  })
  await fixture.start([1], actorOf(administrator))
  expect((await rest('POST /jobs/1/cancel')).status).toBe(200)
  await fixture.start([1], actorOf(manager))
})

it(`orders that come at the same time do not pass the limit of ${maxOpenJobs} jobs together`, async () => {
  const { manager } = fixture.people
  await fixture.service.db.pool.query(
    `insert into jobs (kind, operation, actor, user_id, total, created_at, status)
     select 'check', 'check-site', '{"name": "mary"}', $1, 1, now(), 'processing' from generate_series(1, $2)`,
    [manager.id, maxOpenJobs - 1],
  )
  const orders = await Promise.allSettled(Array.from({ length: 8 }, () => fixture.start([1], actorOf(manager))))
  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('concurrent retries do not exceed the limit either', async () => {
  const { manager } = fixture.people
  await fixture.service.db.pool.query(
    `insert into jobs (kind, operation, actor, user_id, total, failed, created_at, status, completed_at)
     select 'check', 'check-site', '{"name": "mary"}', $1, 1, (number <= 8)::int, now(),
       case when number <= 8 then 'completed' else 'processing' end, case when number <= 8 then now() end
     from generate_series(1, $2) as number`,
    [manager.id, 8 + maxOpenJobs - 1],
  )
  await fixture.service.db.pool.query(
    `insert into job_targets (job_id, position, label, input, state)
     select id, 0, 'a', '{}', 'failed' from jobs where status = 'completed'`,
  )
  const { rows } = await fixture.service.db.pool.query<{ id: number }>(`select id from jobs where status = 'completed'`)
  const answers = await Promise.all(rows.map(({ id }) => rest(`POST /jobs/${id}/retry-failed`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 429)])
})

it(`a caller has at most ${maxOpenTargets} targets waiting; the service itself has no such limit`, async () => {
  const { manager } = fixture.people
  await fixture.service.db.pool.query(
    `insert into jobs (kind, operation, actor, user_id, total, succeeded, created_at, status)
     values ('check', 'check-site', '{"name": "mary"}', $1, $2, 10, now(), 'processing')`,
    [manager.id, maxOpenTargets + 10],
  )
  await expect(fixture.start([1], actorOf(manager))).rejects.toMatchObject({ code: 'svc_rate_limited' })
  await fixture.start([1], systemActor())
})
