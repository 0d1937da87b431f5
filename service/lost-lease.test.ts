import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, type Site, startFleet } from '../simulator/index.ts'
import type { App } from './app.ts'
import { operations } from './catalogue.ts'
import { createTargetWorker } from './domain/jobs/index.ts'
import { findJobById } from './domain/jobs/job-store.ts'
import { listTargets } from './domain/jobs/job-target-store.ts'
import { startJob } from './domain/jobs/start-job.ts'
import { systemActor } from './operation/actor.ts'
import { createLog } from './platform/log.ts'
import { seedConnectedFleet } from './testing/connected-fleet.ts'
import { setUpService } from './testing/people.ts'

const fixture = setUpService({})
const forms = 'forms/forms.php'
let fleet: Fleet
let site: Site
let other: App

beforeEach(async () => {
  fleet ??= await startFleet({ sites: 1, baseAddress: '127.81.7.1', payload: 4_000 })
  site = fleet.sites[0]!
  await site.reset()
  site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
  site.addPlugin({ file: forms, name: 'Forms', version: '1.0', offer: '1.1' })
  await seedConnectedFleet(fixture.service, fleet)
  await fixture.service.app.run('sync-site', { site_id_or_domain: 1 })
  await fixture.service.closeOthers()
  other = await fixture.service.openAnother()
})
afterAll(() => fleet.close())

/** A worker of one of the two processes. */
const workerOf = (app: App, holder: string) =>
  createTargetWorker({
    db: app.db,
    queue: app.queue,
    clock: fixture.service.clock,
    log: createLog('silent'),
    holder,
    async runTarget({ operation, input, resumed }) {
      const { output } = await app.run(operation, input, { confirmed: true, unaudited: true, resumed })
      return { output, results: null }
    },
  })

async function startUpdate() {
  const { db, app, clock } = fixture.service
  const operation = operations.find(({ name }) => name === 'update-site-plugins')!
  const job = await startJob(
    { db, queue: app.queue, clock, actor: systemActor() },
    { kind: 'update', operation, targets: [{ siteId: 1, label: 'site 1', input: { site_id_or_domain: 1 } }] },
  )
  return { job: job.id, batch: 0 }
}
const query = (text: string) => fixture.service.db.pool.query(text)
const targetsOf = (id: number) => listTargets(fixture.service.db, id, {}, { page: 1, perPage: 10 })
const outcomes = async () =>
  (await query('select result from update_history order by id')).rows.map(({ result }) => result)
/** Waiting calls depend on the clock. */
const jobEnds = (id: number) =>
  expect
    .poll(
      async () => {
        fixture.service.clock.advance(250)
        return (await findJobById(fixture.service.db, id))?.status
      },
      { interval: 20 },
    )
    .toBe('completed')

describe('a process that loses its lease during a call to a site', () => {
  it('aborts the call and reports nothing; the process that took the target over finishes it', async () => {
    site.setFault('never-answer', { on: 'upgradeplugintheme', times: 1 })
    const message = await startUpdate()
    const first = workerOf(fixture.service.app, 'first').take(message)
    await expect.poll(() => fleet.traffic.now).toBe(1)
    await query(`update job_targets set leased_until = now() - interval '1 second'`)
    const second = workerOf(other, 'second').take(message)
    await expect.poll(async () => (await targetsOf(message.job))[0]!.leased_by).toBe('second')
    fixture.service.clock.advance(10_000)
    await expect.poll(() => fleet.traffic.now).toBe(0)
    await first
    await jobEnds(message.job)
    await second
    expect(await targetsOf(message.job)).toMatchObject([{ state: 'succeeded', attempts: 2 }])
    expect(await findJobById(fixture.service.db, message.job)).toMatchObject({ succeeded: 1, failed: 0 })
    expect(await outcomes()).toEqual(['interrupted', 'updated'])
  })

  it('aborts the call when another process has the lock of the site, and the target runs again', async () => {
    site.setFault('never-answer', { on: 'upgradeplugintheme', times: 1 })
    const message = await startUpdate()
    const first = workerOf(fixture.service.app, 'first').take(message)
    await expect.poll(() => fleet.traffic.now).toBe(1)
    await query(`update site_leases set holder = 'another process', held_until = now() - interval '1 second'`)
    fixture.service.clock.advance(10_000)
    await expect.poll(() => fleet.traffic.now).toBe(0)
    await first
    expect(await targetsOf(message.job)).toMatchObject([{ state: 'running', leased_by: null }])
    const second = workerOf(other, 'second').take(message)
    await jobEnds(message.job)
    await second
    expect(await targetsOf(message.job)).toMatchObject([{ state: 'succeeded', attempts: 2 }])
    expect(await outcomes()).toEqual(['interrupted', 'updated'])
  })

  it('aborts the call when its update slot was taken', async () => {
    site.setFault('never-answer', { on: 'upgradeplugintheme', times: 1 })
    const answer = fixture.service.app.run('update-site-plugins', { site_id_or_domain: 1 })
    const failed = expect(answer).rejects.toMatchObject({ code: 'svc_cancelled', kind: 'unavailable' })
    await expect.poll(() => fleet.traffic.now).toBe(1)
    await query(`update update_slots set holder = gen_random_uuid()`)
    fixture.service.clock.advance(10_000)
    await failed
    expect(fleet.traffic.now).toBe(0)
  })
})
