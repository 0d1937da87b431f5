import { expect, it } from 'vitest'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'
import { leaseTargets, recordTarget } from '../job-target-store.ts'

// No workers: the test does their work.
const fixture = setUpServiceWithJobs({ works: false })
const cancel = (id: number, payload = {}) =>
  fixture.service.request({
    method: 'POST',
    url: `/api/v2/jobs/${id}/cancel`,
    headers: fixture.people.administrator.headers,
    payload,
  })

it('cancels waiting targets and lets running ones finish', async () => {
  const { db, clock } = fixture.service
  const job = await fixture.start([1, 2, 3])
  const [running] = await leaseTargets(db, job.id, { from: 0, to: 1 }, { holder: 'w', seconds: 60 })
  expect((await cancel(job.id)).body.data).toMatchObject({
    status: 'cancelled',
    cancelled: 2,
    processed: 2,
    completed_at: null,
  })
  await recordTarget(db, {
    target: running!,
    holder: 'w',
    ended: { outcome: 'succeeded', result: null, error: null },
    now: clock.now(),
  })
  const { body } = await fixture.service.request({
    url: `/api/v2/jobs/${job.id}`,
    headers: fixture.people.administrator.headers,
  })
  expect(body.data).toMatchObject({ status: 'cancelled', succeeded: 1, cancelled: 2, progress: 100 })
  expect(body.data.completed_at).not.toBeNull()
  expect(await leaseTargets(db, job.id, { from: 0, to: 3 }, { holder: 'w', seconds: 60 })).toEqual([])
})

it('cancels nothing in a dry run', async () => {
  const job = await fixture.start([1, 2])
  const { body } = await cancel(job.id, { dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ job_id: String(job.id), targets_left: 2 }] })
  expect(await leaseTargets(fixture.service.db, job.id, { from: 0, to: 2 }, { holder: 'w', seconds: 60 })).toHaveLength(
    2,
  )
})

it('returns 409 for a finished job', async () => {
  const job = await fixture.start([1])
  await cancel(job.id)
  const { status, body } = await cancel(job.id)
  expect([status, body.code]).toEqual([409, 'svc_job_is_over'])
})
