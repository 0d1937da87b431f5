import { expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { setUpServiceWithJobs } from '../../testing/set-up-service-with-jobs.ts'
import { findJobById } from './job-store.ts'
import { leaseTargets, listTargets, recordTarget } from './job-target-store.ts'
import { createTargetWorker } from './run-targets.ts'

/** While it is upgraded, workers of 0.2.0 and of this release share the jobs. These are the statements of 0.2.0, for one target each. */
const former = {
  lease: `update job_targets set state = 'running', attempts = attempts + 1, leased_by = 'former',
      leased_until = now() + interval '30 seconds', started_at = coalesce(started_at, now())
    where job_id = $1 and position = any (array (
      select position from job_targets where job_id = $1 and position >= $2 and position < $2 + 1
        and (state = 'waiting' or (state = 'running' and leased_until < now()))
        and exists (select from jobs where id = $1 and status in ('pending', 'processing'))
      order by position for update skip locked))
    returning position`,
  record: `with target as (
      update job_targets set state = $3, finished_at = now(), leased_by = null, leased_until = null, outcome = $3
      where job_id = $1 and position = $2 and leased_by = 'former' and state = 'running' returning job_id, state),
    summed as (
      select job_id, count(*) filter (where state = 'succeeded') as succeeded, count(*) filter (where state = 'failed') as failed
      from target group by job_id)
    update jobs set succeeded = jobs.succeeded + summed.succeeded, failed = jobs.failed + summed.failed,
      status = case when jobs.status <> 'cancelled'
        and jobs.succeeded + summed.succeeded + jobs.failed + summed.failed + cancelled >= total then 'completed' else jobs.status end,
      completed_at = case when jobs.succeeded + summed.succeeded + jobs.failed + summed.failed + cancelled >= total
        then coalesce(completed_at, now()) else completed_at end
    from summed where id = job_id returning id`,
  cancelTargets: `update job_targets set state = 'cancelled', finished_at = now() where job_id = $1 and state = 'waiting'`,
  cancelJob: `update jobs set status = 'cancelled', cancelled = cancelled + $2,
      completed_at = case when succeeded + failed + cancelled + $2 >= total then now() end where id = $1`,
  retryTargets: `update job_targets set state = 'waiting', finished_at = null, attempts_before_retry = attempts, outcome = null
    where job_id = $1 and state = 'failed'`,
  retryJob: `update jobs set status = 'processing', completed_at = null, failed = failed - $2 where id = $1`,
}

const fixture = setUpServiceWithJobs({ works: false })
const query = async (text: string, ...values: unknown[]) =>
  (await fixture.service.db.pool.query(text, values)).rowCount ?? 0
const lease = (id: number, position: number, seconds = 30) =>
  leaseTargets(fixture.service.db, id, { from: position, to: position + 1 }, { holder: 'new', seconds })
const record = async (id: number, position: number) => {
  const { db, clock } = fixture.service
  const [target] = (await listTargets(db, id, {}, { page: 1, perPage: 10 })).slice(position)
  const ended = { outcome: 'succeeded', result: null, error: null } as const
  return recordTarget(db, { target: target!, holder: 'new', ended, now: clock.now() })
}
const cancel = (id: number) =>
  fixture.service.request({
    ...{ method: 'POST', url: `/api/v2/jobs/${id}/cancel`, headers: fixture.people.administrator.headers },
  })
const worker = (ran: number[] = []) => {
  const { db, clock, app } = fixture.service
  return createTargetWorker({
    ...{ db, clock, queue: app.queue, log: createLog('silent'), holder: 'new' },
    async runTarget({ input }) {
      ran.push(Number(input.site_id_or_domain))
      return { output: {}, results: null }
    },
  })
}
const jobOf = async (id: number) => (await findJobById(fixture.service.db, id))!

it('a job is done once by workers of both releases, also when one takes over from the other', async () => {
  const { id } = await fixture.start([1, 2, 3, 4])
  expect([await query(former.lease, id, 0), (await lease(id, 1)).length]).toEqual([1, 1])
  // Neither takes what the other has.
  expect([await query(former.lease, id, 1), (await lease(id, 0)).length]).toEqual([0, 0])
  expect([await query(former.record, id, 1, 'succeeded'), await record(id, 0)]).toEqual([0, false])
  expect([await query(former.record, id, 0, 'succeeded'), await record(id, 1)]).toEqual([1, true])
  // Each takes over from the other.
  await lease(id, 2, -1)
  await query(former.lease, id, 3)
  await query(
    `update job_targets set leased_until = now() - interval '1 second' where job_id = $1 and position = 3`,
    id,
  )
  expect([await query(former.lease, id, 2), (await lease(id, 3)).length]).toEqual([1, 1])
  expect([await record(id, 2), await query(former.record, id, 3, 'succeeded')]).toEqual([false, 0])
  expect([await query(former.record, id, 2, 'succeeded'), await record(id, 3)]).toEqual([1, true])
  expect(await jobOf(id)).toMatchObject({ status: 'completed', succeeded: 4, failed: 0, cancelled: 0 })
})

it('a job that this release cancels is cancelled, although a worker of 0.2.0 ends its last target', async () => {
  const { id } = await fixture.start([1, 2, 3])
  await query(former.lease, id, 0)
  expect((await cancel(id)).body.data).toMatchObject({ status: 'processing', cancelled: 2 })
  expect(await query(former.record, id, 0, 'succeeded')).toBe(1)
  expect(await jobOf(id)).toMatchObject({ status: 'cancelled', succeeded: 1, cancelled: 2 })
  expect((await jobOf(id)).completed_at).not.toBeNull()
})

it('a job that 0.2.0 cancels ends with the target that a worker of this release has', async () => {
  const { id } = await fixture.start([1, 2])
  await lease(id, 0)
  await query(former.cancelJob, id, await query(former.cancelTargets, id))
  await record(id, 0)
  expect(await jobOf(id)).toMatchObject({ status: 'cancelled', succeeded: 1, cancelled: 1 })
})

it('a cancelled job that a person retries with 0.2.0 is run by this release', async () => {
  const { id } = await fixture.start([1, 2])
  await query(former.lease, id, 0)
  await cancel(id)
  await query(former.record, id, 0, 'failed')
  await query(former.retryJob, id, await query(former.retryTargets, id))
  const ran: number[] = []
  await worker(ran).take({ job: id, batch: 0 })
  expect([ran, await jobOf(id)]).toMatchObject([[1], { status: 'completed', succeeded: 1, cancelled: 1 }])
})
