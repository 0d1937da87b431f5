import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/index.ts'
import type { Settings } from '../../../operation/settings.ts'
import { createLog } from '../../../platform/log.ts'
import { callers } from '../../../testing/callers.ts'
import { seedConnectedFleet } from '../../../testing/connected-fleet.ts'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { setUpService } from '../../../testing/people.ts'
import { takeSlot } from './update-slot-store.ts'
import { createUpdateSlots } from './update-slots.ts'

const fixture = setUpService({ works: true })
const { rest, ability } = callers(fixture)
const limit = async (max: number) => {
  const { status } = await rest('PUT /settings/advanced/edit', { svc_maximum_install_update_requests: max })
  expect(status).toBe(200)
}
/** Waiting callers depend on the clock. */
const eventually = <T>(attempt: () => T) =>
  expect.poll(
    () => {
      fixture.service.clock.advance(250)
      return attempt()
    },
    { interval: 5 },
  )

describe('svc_maximum_install_update_requests', () => {
  /** Updates on the sites end when the test advances the clock. */
  const time = new FakeClock()
  let fleet: Fleet
  beforeEach(async () => {
    fleet ??= await startFleet({ sites: 5, baseAddress: '127.81.1.1', payload: 4_000, clock: time })
    for (const site of fleet.sites) {
      await site.reset()
      site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
      site.addPlugin({ file: 'forms/forms.php', name: 'Forms', version: '1.0', offer: '1.1' })
    }
    await seedConnectedFleet(fixture.service, fleet)
    for (const [index, site] of fleet.sites.entries()) {
      expect((await rest(`POST /sites/${index + 1}/sync`)).status).toBe(200)
      site.setFault('slow', { on: 'upgradeplugintheme', delay: 1_000 })
    }
  })
  afterAll(() => fleet.close())

  it('limits the sites that are updated at the same time, and a change applies to waiting sites', async () => {
    await limit(2)
    const answer = ability('run-updates', { types: ['plugins'], specific_items: ['forms/forms.php'] })
    await eventually(() => fleet.traffic.now).toBe(2)
    expect((await rest('GET /sites/5/plugins')).status).toBe(200)
    expect(fleet.traffic.now).toBe(2)
    await limit(4)
    await eventually(() => fleet.traffic.now).toBe(4)
    await limit(1)
    // The clock is too fast for the answer, which may report running sites; the history has the outcomes.
    for (let updated = 0; updated < 5; ) {
      time.advance(1_000)
      fixture.service.clock.advance(250)
      const { rows } = await fixture.service.db.pool.query(`select from update_history where result = 'updated'`)
      updated = rows.length
    }
    await answer
    expect(fleet.traffic.peak).toBe(4)
  })
})

describe('update slots', () => {
  const slotsOf = (max: number) =>
    createUpdateSlots({
      db: fixture.service.db,
      clock: fixture.service.clock,
      log: createLog('silent'),
      settings: { get: () => ({ svc_maximum_install_update_requests: max }) } as unknown as Settings,
    })
  const otherHolder = '00000000-0000-4000-8000-000000000001'
  const slots = () => fixture.service.db.pool.query('select slot from update_slots').then(({ rows }) => rows.length)

  it('count the updates of other processes', async () => {
    await takeSlot(fixture.service.db, otherHolder, 1, 600)
    let ran = false
    const work = slotsOf(1).hold('job', async () => {
      ran = true
    })
    fixture.service.clock.advance(600_000)
    await fixture.service.db.pool.query('select 1')
    expect(ran).toBe(false)
    await fixture.service.db.pool.query('delete from update_slots')
    await eventually(() => ran).toBe(true)
    await work
    expect(await slots()).toBe(0)
  })

  it('of a dead process expire', async () => {
    await takeSlot(fixture.service.db, otherHolder, 1, -1)
    expect(await slotsOf(1).hold('job', async () => 'done')).toBe('done')
  })

  it('above a lowered limit count too', async () => {
    const { db } = fixture.service
    await db.pool.query(`insert into update_slots values (40, $1, now() + interval '1 hour')`, [otherHolder])
    expect(await takeSlot(db, '00000000-0000-4000-8000-000000000002', 1, 600)).toBe(false)
  })

  it('are released when the work fails', async () => {
    await expect(slotsOf(1).hold('job', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await slots()).toBe(0)
  })

  it('return an error to a person after a minute, with a message that says what to do', async () => {
    await takeSlot(fixture.service.db, otherHolder, 1, 600)
    let failure: unknown
    const work = slotsOf(1)
      .hold('person', async () => {})
      .catch((error) => {
        failure = error
      })
    await eventually(() => failure).toMatchObject({ code: 'svc_updates_busy', message: expect.stringContaining('(1)') })
    await work
  })

  it('are given to a person before the waiting sites of a job', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await takeSlot(fixture.service.db, otherHolder, 2, 600)
    const order: string[] = []
    const two = slotsOf(2)
    const jobs = Array.from({ length: 20 }, (_, index) =>
      two.hold('job', () => promise.then(() => void order.push(`job ${index}`))),
    )
    await expect.poll(slots).toBe(2)
    const person = two.hold('person', async () => void order.push('person'))
    resolve()
    await eventually(() => order.length).toBe(21)
    await Promise.all([...jobs, person])
    // Before the person are at most the site that held the slot and one whose request was under way.
    expect(order.indexOf('person')).toBeLessThanOrEqual(2)
  })
})
