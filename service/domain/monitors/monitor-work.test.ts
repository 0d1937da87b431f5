import { describe, expect, it } from 'vitest'
import { setUpMonitors } from './testing/set-up-monitors.ts'

const fixture = setUpMonitors(20)
const site = (number: number) => fixture.fleet.sites[number - 1]!
const checkCount = (number: number) => site(number).counts['front page'] ?? 0
const first6 = () => [1, 2, 3, 4, 5, 6].map(checkCount)
/** Seconds after its first check until each site is checked at its scheduled moments. */
const settleSeconds = 110
const down = (number: number) => void site(number).setFault('http-500', { on: 'front page' })

describe('startMonitorWork', () => {
  it('checks every new site within seconds, then once per interval at its scheduled moment', async () => {
    await fixture.watch()
    await fixture.pass(10)
    expect(first6()).toEqual([1, 1, 1, 1, 1, 1])
    await fixture.pass(settleSeconds)
    const before = first6()
    await fixture.pass(120)
    expect(first6()).toEqual(before.map((checkCounts) => checkCounts + 2))
    expect(await fixture.status(1)).toBe('up')
  })

  it('starts checking an added site and stops checking a deleted one', async () => {
    await fixture.watch()
    await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
    await fixture.pass(130)
    expect(checkCount(1)).toBeLessThanOrEqual(1)
    expect(checkCount(2)).toBeGreaterThanOrEqual(2)
    await fixture.service.db
      .insertInto('sites')
      .values({
        id: 70,
        url: site(1).url,
        identity: 'again',
        name: 'Again',
        admin_username: 'admin',
        created_at: new Date(0),
        updated_at: new Date(0),
      })
      .execute()
    const before = checkCount(1)
    await expect
      .poll(async () => {
        await fixture.pass(5)
        return checkCount(1)
      })
      .toBeGreaterThan(before)
    expect(await fixture.status(70)).toBe('up')
  })

  it('does not check suspended sites and disabled monitors, and shows them as paused', async () => {
    await fixture.service.app.run('suspend-site', { site_id_or_domain: 1 })
    await fixture.service.app.run('update-monitor-settings', { site_id_or_domain: 2, active: '0' })
    await fixture.watch()
    await fixture.pass(120)
    expect([checkCount(1), checkCount(2)]).toEqual([0, 0])
    expect(checkCount(3)).toBeGreaterThanOrEqual(2)
    expect([await fixture.status(1), await fixture.status(2), await fixture.status(3)]).toEqual([
      'paused',
      'paused',
      'up',
    ])
  })

  it('applies changed settings within seconds', async () => {
    await fixture.set({ interval: '24h' })
    await fixture.watch()
    await fixture.pass(310)
    expect(checkCount(1)).toBe(1)
    await fixture.set({ interval: '30s' })
    await fixture.pass(120)
    expect(checkCount(1)).toBeGreaterThanOrEqual(4)
    await fixture.set({ active: false })
    const before = checkCount(1)
    await fixture.pass(120)
    expect(checkCount(1)).toBe(before)
  })
})

describe('incidents', () => {
  it('are not opened for a site that fails one check in twenty', async () => {
    await fixture.watch()
    for (let round = 0; round < 2; round++) {
      await fixture.pass(60 * 2)
      site(1).setFault('http-500', { on: 'front page', times: 1 })
      await fixture.pass(60 * 2)
      expect(await fixture.status(1)).toBe('up')
    }
    expect(await fixture.incidents()).toEqual([])
    const { output } = await fixture.service.app.run('list-heartbeats', { site_id_or_domain: 1, status: 'pending' })
    expect((output as { total: number }).total).toBe(2)
  })

  it('last from the first failed check to the first successful one', async () => {
    await fixture.watch()
    await fixture.pass(60)
    const began = fixture.service.clock.now()
    down(1)
    await fixture.pass(60 * 5)
    expect(await fixture.incidents()).toMatchObject([{ site_id: 1, ended_at: null }])
    expect(await fixture.status(1)).toBe('down')
    await site(1).clearFaults()
    const over = fixture.service.clock.now()
    await fixture.pass(90)
    const [incident, ...others] = await fixture.incidents()
    expect(others).toEqual([])
    const started = incident!.started_at.getTime() - began.getTime()
    const ended = incident!.ended_at!.getTime() - over.getTime()
    expect(started).toBeGreaterThanOrEqual(0)
    expect(started).toBeLessThanOrEqual(60_000)
    expect(ended).toBeGreaterThanOrEqual(0)
    expect(ended).toBeLessThanOrEqual(60_000)
    // The first failure, the retry after 20 s, and one per minute.
    expect(incident!.down_count).toBe(6)
    expect(await fixture.status(1)).toBe('up')
  })

  it('end when the site is suspended', async () => {
    await fixture.watch()
    down(1)
    await fixture.pass(100)
    expect(await fixture.status(1)).toBe('down')
    await fixture.service.app.run('suspend-site', { site_id_or_domain: 1 })
    await expect
      .poll(async () => {
        await fixture.pass(3)
        return (await fixture.incidents())[0]!.ended_at
      })
      .not.toBeNull()
    expect(await fixture.status(1)).toBe('paused')
    await fixture.service.app.run('unsuspend-site', { site_id_or_domain: 1 })
    expect(await fixture.status(1)).toBe('first')
  })

  it('are not opened for a site that is deleted during its check', async () => {
    await fixture.watch()
    down(1)
    await fixture.pass(60)
    await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
    await fixture.pass(60)
    expect(await fixture.incidents()).toEqual([])
    expect(checkCount(2)).toBeGreaterThanOrEqual(2)
  })
})

describe('our own connection', () => {
  it('is suspected when no site answers: no site is marked down for two minutes', async () => {
    await fixture.set({ interval: '30s' })
    await fixture.watch()
    await fixture.pass(30)
    for (const { index } of fixture.fleet.sites) site(index + 1).setFault('refuse', { on: '*' })
    await fixture.pass(110)
    expect(await fixture.incidents()).toEqual([])
    expect(await fixture.status(1)).toBe('pending')
    await fixture.pass(60)
    expect(await fixture.incidents()).toHaveLength(20)
  })

  it('is not suspected while any site answers', async () => {
    await fixture.set({ interval: '30s' })
    await fixture.watch()
    await fixture.pass(30)
    for (const number of [1, 2, 3, 4, 5, 6, 7]) site(number).setFault('refuse', { on: '*' })
    await fixture.pass(60)
    expect(await fixture.incidents()).toHaveLength(7)
  })
})

describe('several processes', () => {
  it('divide the monitors and check none twice', async () => {
    await fixture.watch('one')
    await fixture.watch('two')
    await fixture.pass(settleSeconds)
    const before = first6()
    await fixture.pass(120)
    expect(first6()).toEqual(before.map((checkCounts) => checkCounts + 2))
    const { rows } = await fixture.service.db.pool.query(
      'select holder, count(*) as shares from monitor_shares group by holder order by holder',
    )
    expect(rows).toEqual([
      { holder: 'one', shares: 32 },
      { holder: 'two', shares: 32 },
    ])
  })

  it('take over the monitors of a crashed process', async () => {
    const die = await fixture.watchUntilCrash('doomed')
    await fixture.watch('heir')
    await fixture.pass(70)
    await die()
    const before = first6()
    await fixture.pass(70)
    for (const [index, number] of [1, 2, 3, 4, 5, 6].entries())
      expect(checkCount(number)).toBeGreaterThan(before[index]!)
    const { rows } = await fixture.service.db.pool.query('select distinct holder from monitor_shares')
    expect(rows).toEqual([{ holder: 'heir' }])
  })

  it('abort the running checks of shares that another process has', async () => {
    await fixture.set({ timeout: '60s' })
    const one = await fixture.watch('one')
    await fixture.pass(settleSeconds)
    for (const number of [1, 2, 3, 4, 5, 6]) site(number).setFault('never-answer', { on: '*' })
    await expect
      .poll(() => {
        fixture.service.clock.advance(1_000)
        return fixture.fleet.traffic.now
      })
      .toBeGreaterThan(0)
    await fixture.service.db.pool.query(
      `update monitor_shares set holder = 'another process', held_until = now() + interval '1 hour'`,
    )
    fixture.service.clock.advance(2_000)
    // Without the abort the sites would have to fail their checks first.
    await one.settled()
    for (const number of [1, 2, 3, 4, 5, 6]) expect(await fixture.status(number)).toBe('up')
    expect(fixture.fleet.traffic.now).toBe(0)
  })

  it('take over the monitors of a stopped process at once', async () => {
    const first = await fixture.watch('first')
    await first.stop()
    await fixture.watch('second')
    await fixture.pass(10)
    // The first process may have checked some of them before it was stopped.
    expect(first6().filter((checkCounts) => checkCounts === 0)).toEqual([])
  })
})

describe('when the clock is set', () => {
  it.each([
    ['back by a day', -86_400_000],
    ['forward by a day', 86_400_000],
  ])('%s, monitors keep their intervals', async (_, step) => {
    await fixture.watch()
    await fixture.pass(60)
    fixture.setClock(step)
    const before = first6()
    await fixture.pass(64)
    for (const [index, number] of [1, 2, 3, 4, 5, 6].entries()) {
      const checkCounts = checkCount(number) - before[index]!
      expect([1, 2]).toContain(checkCounts)
    }
    expect(await fixture.incidents()).toEqual([])
  })
})

it('stores results later when the database was unavailable', async () => {
  const { pool } = fixture.service.db
  await fixture.watch()
  await fixture.pass(60)
  await pool.query('alter table monitor_hours rename to away')
  await fixture.passWithoutWaiting(4)
  await pool.query('alter table away rename to monitor_hours')
  await fixture.pass(120)
  const { output } = await fixture.service.app.run('list-heartbeats', { site_id_or_domain: 1 })
  expect((output as { total: number }).total).toBe(checkCount(1))
  expect(checkCount(1)).toBeGreaterThanOrEqual(3)
})
