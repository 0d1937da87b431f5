import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/index.ts'
import type { Settings } from '../../../operation/settings.ts'
import { createLog } from '../../../platform/log.ts'
import { callers } from '../../../testing/callers.ts'
import { seedConnectedFleet } from '../../../testing/connected-fleet.ts'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { setUpService } from '../../../testing/people.ts'
import { takeSlot } from './slot-store.ts'
import { withUpdateSlot } from './update-slots.ts'

const scene = setUpService({ works: true })
const { rest, ability } = callers(scene)
const limit = async (most: number) => {
  const { status } = await rest('PUT /settings/advanced/edit', { svc_maximum_install_update_requests: most })
  expect(status).toBe(200)
}
/** Whoever waits looks at the clock. */
const eventually = <T>(look: () => T) =>
  expect.poll(
    () => {
      scene.service.clock.advance(250)
      return look()
    },
    { interval: 5 },
  )

describe('svc_maximum_install_update_requests', () => {
  /** Updates on the sites end when the test lets time pass for them. */
  const time = new FakeClock()
  let fleet: Fleet
  beforeEach(async () => {
    fleet ??= await startFleet({ sites: 5, baseAddress: '127.81.1.1', payload: 4_000, clock: time })
    for (const site of fleet.sites) {
      await site.reset()
      site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
      site.addPlugin({ file: 'forms/forms.php', name: 'Forms', version: '1.0', offer: '1.1' })
    }
    await seedConnectedFleet(scene.service, fleet)
    for (const [index, site] of fleet.sites.entries()) {
      expect((await rest(`POST /sites/${index + 1}/sync`)).status).toBe(200)
      site.misbehave('slow', { on: 'upgradeplugintheme', delay: 1_000 })
    }
  })
  afterAll(() => fleet.close())

  it('bounds the sites that are updated at the same time, and a change counts for those that wait', async () => {
    await limit(2)
    const answer = ability('run-updates', { types: ['plugins'], specific_items: ['forms/forms.php'] })
    await eventually(() => fleet.traffic.now).toBe(2)
    expect((await rest('GET /sites/5/plugins')).status).toBe(200)
    expect(fleet.traffic.now).toBe(2)
    await limit(4)
    await eventually(() => fleet.traffic.now).toBe(4)
    await limit(1)
    // The clock runs too fast for the answer, which may say that some still run; what was done stands in the history.
    for (let updated = 0; updated < 5; ) {
      time.advance(1_000)
      scene.service.clock.advance(250)
      const { rows } = await scene.service.db.pool.query(`select from update_history where result = 'updated'`)
      updated = rows.length
    }
    await answer
    expect(fleet.traffic.most).toBe(4)
  })
})

describe('places', () => {
  const context = (most: number) => ({
    db: scene.service.db,
    clock: scene.service.clock,
    log: createLog('silent'),
    settings: { get: () => ({ svc_maximum_install_update_requests: most }) } as unknown as Settings,
  })
  const somebodyElse = '00000000-0000-4000-8000-000000000001'
  const places = () => scene.service.db.pool.query('select place from update_places').then(({ rows }) => rows.length)

  it('count what other processes do', async () => {
    await takeSlot(scene.service.db, somebodyElse, 1, 600)
    let ran = false
    const work = withUpdateSlot(context(1), 'job', async () => {
      ran = true
    })
    scene.service.clock.advance(600_000)
    await scene.service.db.pool.query('select 1')
    expect(ran).toBe(false)
    await scene.service.db.pool.query('delete from update_places')
    await eventually(() => ran).toBe(true)
    await work
    expect(await places()).toBe(0)
  })

  it('of a process that died are free after a while', async () => {
    await takeSlot(scene.service.db, somebodyElse, 1, -1)
    expect(await withUpdateSlot(context(1), 'job', async () => 'done')).toBe('done')
  })

  it('held above a limit that was lowered count too', async () => {
    const { db } = scene.service
    await db.pool.query(`insert into update_places values (40, $1, now() + interval '1 hour')`, [somebodyElse])
    expect(await takeSlot(db, '00000000-0000-4000-8000-000000000002', 1, 600)).toBe(false)
  })

  it('are given back by work that fails', async () => {
    await expect(withUpdateSlot(context(1), 'job', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await places()).toBe(0)
  })

  it('are not waited for by a person for longer than a minute, and the sentence says what to do', async () => {
    await takeSlot(scene.service.db, somebodyElse, 1, 600)
    let failure: unknown
    const work = withUpdateSlot(context(1), 'person', async () => {}).catch((error) => {
      failure = error
    })
    await eventually(() => failure).toMatchObject({ code: 'svc_updates_busy', message: expect.stringContaining('(1)') })
    await work
  })

  it('let a person in while a job has many in line', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await takeSlot(scene.service.db, somebodyElse, 2, 600)
    const order: string[] = []
    const jobs = Array.from({ length: 20 }, (_, index) =>
      withUpdateSlot(context(2), 'job', () => promise.then(() => void order.push(`job ${index}`))),
    )
    await expect.poll(places).toBe(2)
    const person = withUpdateSlot(context(2), 'person', async () => void order.push('person'))
    resolve()
    await eventually(() => order.length).toBe(21)
    await Promise.all([...jobs, person])
    expect(order.indexOf('person')).toBeLessThan(10)
  })
})
