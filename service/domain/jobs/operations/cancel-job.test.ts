import { expect, it } from 'vitest'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'
import { leaseTargets } from '../job-store.ts'
import { recordTarget } from '../outcome-store.ts'

// Nobody works here: the test plays the worker.
const scene = setUpServiceWithJobs({ works: false })
const cancel = (id: number, payload = {}) =>
  scene.service.request({
    method: 'POST',
    url: `/api/v2/jobs/${id}/cancel`,
    headers: scene.people.administrator.headers,
    payload,
  })

it('leaves out what waits and lets what runs come to its end', async () => {
  const { db, clock } = scene.service
  const job = await scene.start([1, 2, 3])
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
    outcome: { state: 'succeeded', result: null },
    now: clock.now(),
  })
  const { body } = await scene.service.request({
    url: `/api/v2/jobs/${job.id}`,
    headers: scene.people.administrator.headers,
  })
  expect(body.data).toMatchObject({ status: 'cancelled', succeeded: 1, cancelled: 2, progress: 100 })
  expect(body.data.completed_at).not.toBeNull()
  expect(await leaseTargets(db, job.id, { from: 0, to: 3 }, { holder: 'w', seconds: 60 })).toEqual([])
})

it('a dry run cancels nothing', async () => {
  const job = await scene.start([1, 2])
  const { body } = await cancel(job.id, { dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ job_id: String(job.id), targets_left: 2 }] })
  expect(await leaseTargets(scene.service.db, job.id, { from: 0, to: 2 }, { holder: 'w', seconds: 60 })).toHaveLength(2)
})

it('what is over cannot be cancelled', async () => {
  const job = await scene.start([1])
  await cancel(job.id)
  const { status, body } = await cancel(job.id)
  expect([status, body.code]).toEqual([409, 'svc_job_is_over'])
})
