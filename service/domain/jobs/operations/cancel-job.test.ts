import { expect, it } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'
import { readEventsAfter } from '../../events/index.ts'
import { findJobById } from '../job-store.ts'
import { leaseTargets, listTargets, recordTarget } from '../job-target-store.ts'
import { createTargetWorker } from '../run-targets.ts'

// No workers: the test does their work.
const fixture = setUpServiceWithJobs({ works: false })
const sweep = () => {
  const { db, clock, app } = fixture.service
  const runTarget = () => Promise.reject(new Error('A sweep runs no target.'))
  return createTargetWorker({ db, clock, queue: app.queue, log: createLog('silent'), holder: 'x', runTarget }).sweep()
}
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
    status: 'processing',
    cancel_requested_at: expect.any(String),
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

it('ends a cancelled job whose worker is gone, once its lease has expired', async () => {
  const { db } = fixture.service
  const job = await fixture.start([1, 2])
  await leaseTargets(db, job.id, { from: 0, to: 1 }, { holder: 'dead', seconds: -1 })
  await cancel(job.id)
  await sweep()
  expect(await findJobById(db, job.id)).toMatchObject({ status: 'cancelled', cancelled: 1, failed: 1, unknown: 1 })
  expect((await findJobById(db, job.id))?.completed_at).not.toBeNull()
  const [lost] = await listTargets(db, job.id, {}, { page: 1, perPage: 1 })
  expect(lost).toMatchObject({ state: 'failed', outcome: 'unknown', error_code: 'svc_outcome_unknown' })
})

it('ends a job that 0.2.0 cancelled while a target ran', async () => {
  const { db } = fixture.service
  const job = await fixture.start([1])
  await leaseTargets(db, job.id, { from: 0, to: 1 }, { holder: 'dead', seconds: -1 })
  await db.updateTable('jobs').set({ status: 'cancelled' }).where('id', '=', job.id).execute()
  await sweep()
  expect((await findJobById(db, job.id))?.completed_at).not.toBeNull()
})

it('returns 409 for a job whose last target ends at the same time, and publishes one end', async () => {
  const { db, clock } = fixture.service
  const job = await fixture.start([1])
  const [target] = await leaseTargets(db, job.id, { from: 0, to: 1 }, { holder: 'w', seconds: 60 })
  const waiters = async () =>
    (await db.pool.query(`select from pg_locks where not granted and pid <> pg_backend_pid()`)).rows.length
  const locker = await db.pool.connect()
  await locker.query('begin')
  await locker.query('select from jobs where id = $1 for update', [job.id])
  const recording = recordTarget(db, {
    target: target!,
    holder: 'w',
    ended: { outcome: 'succeeded', result: null, error: null },
    now: clock.now(),
  })
  await expect.poll(waiters).toBe(1)
  const cancelling = cancel(job.id)
  await expect.poll(waiters).toBe(2)
  await locker.query('commit')
  locker.release()
  expect([await recording, (await cancelling).status]).toEqual([true, 409])
  expect(await findJobById(db, job.id)).toMatchObject({ status: 'completed', cancelled: 0, succeeded: 1 })
  expect((await readEventsAfter(db, 0, { limit: 10 })).map(({ type }) => type)).toEqual(['job.finished'])
})
