import { describe, expect, it } from 'vitest'
import { watchScene } from './testing/watch-scene.ts'

const scene = watchScene(20)
const site = (number: number) => scene.fleet.sites[number - 1]!
const checkCount = (number: number) => site(number).counts['front page'] ?? 0
const first6 = () => [1, 2, 3, 4, 5, 6].map(checkCount)
/** Seconds after its first check until each site is checked at its scheduled moments. */
const settleSeconds = 110
const down = (number: number) => void site(number).setFault('http-500', { on: 'front page' })

describe('startMonitorWork', () => {
  it('checks every new site within seconds, then once per interval at its scheduled moment', async () => {
    await scene.watch()
    await scene.pass(10)
    expect(first6()).toEqual([1, 1, 1, 1, 1, 1])
    await scene.pass(settleSeconds)
    const before = first6()
    await scene.pass(120)
    expect(first6()).toEqual(before.map((checkCounts) => checkCounts + 2))
    expect(await scene.status(1)).toBe('up')
  })

  it('starts checking an added site and stops checking a deleted one', async () => {
    await scene.watch()
    await scene.service.db.deleteFrom('sites').where('id', '=', 1).execute()
    await scene.pass(130)
    expect(checkCount(1)).toBeLessThanOrEqual(1)
    expect(checkCount(2)).toBeGreaterThanOrEqual(2)
    await scene.service.db
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
        await scene.pass(5)
        return checkCount(1)
      })
      .toBeGreaterThan(before)
    expect(await scene.status(70)).toBe('up')
  })

  it('does not check suspended sites and disabled monitors, and shows them as paused', async () => {
    await scene.service.app.run('suspend-site', { site_id_or_domain: 1 })
    await scene.service.app.run('update-monitor-settings', { site_id_or_domain: 2, active: '0' })
    await scene.watch()
    await scene.pass(120)
    expect([checkCount(1), checkCount(2)]).toEqual([0, 0])
    expect(checkCount(3)).toBeGreaterThanOrEqual(2)
    expect([await scene.status(1), await scene.status(2), await scene.status(3)]).toEqual(['paused', 'paused', 'up'])
  })

  it('applies changed settings within seconds', async () => {
    await scene.set({ interval: '24h' })
    await scene.watch()
    await scene.pass(310)
    expect(checkCount(1)).toBe(1)
    await scene.set({ interval: '30s' })
    await scene.pass(120)
    expect(checkCount(1)).toBeGreaterThanOrEqual(4)
    await scene.set({ active: false })
    const before = checkCount(1)
    await scene.pass(120)
    expect(checkCount(1)).toBe(before)
  })
})

describe('incidents', () => {
  it('are not opened for a site that fails one check in twenty', async () => {
    await scene.watch()
    for (let round = 0; round < 2; round++) {
      await scene.pass(60 * 2)
      site(1).setFault('http-500', { on: 'front page', times: 1 })
      await scene.pass(60 * 2)
      expect(await scene.status(1)).toBe('up')
    }
    expect(await scene.incidents()).toEqual([])
    const { output } = await scene.service.app.run('list-heartbeats', { site_id_or_domain: 1, status: 'pending' })
    expect((output as { total: number }).total).toBe(2)
  })

  it('last from the first failed check to the first successful one', async () => {
    await scene.watch()
    await scene.pass(60)
    const began = scene.service.clock.now()
    down(1)
    await scene.pass(60 * 5)
    expect(await scene.incidents()).toMatchObject([{ site_id: 1, ended_at: null }])
    expect(await scene.status(1)).toBe('down')
    await site(1).clearFaults()
    const over = scene.service.clock.now()
    await scene.pass(90)
    const [incident, ...others] = await scene.incidents()
    expect(others).toEqual([])
    const started = incident!.started_at.getTime() - began.getTime()
    const ended = incident!.ended_at!.getTime() - over.getTime()
    expect(started).toBeGreaterThanOrEqual(0)
    expect(started).toBeLessThanOrEqual(60_000)
    expect(ended).toBeGreaterThanOrEqual(0)
    expect(ended).toBeLessThanOrEqual(60_000)
    // The first failure, the retry after 20 s, and one per minute.
    expect(incident!.down_count).toBe(6)
    expect(await scene.status(1)).toBe('up')
  })

  it('end when the site is suspended', async () => {
    await scene.watch()
    down(1)
    await scene.pass(100)
    expect(await scene.status(1)).toBe('down')
    await scene.service.app.run('suspend-site', { site_id_or_domain: 1 })
    await expect
      .poll(async () => {
        await scene.pass(3)
        return (await scene.incidents())[0]!.ended_at
      })
      .not.toBeNull()
    expect(await scene.status(1)).toBe('paused')
    await scene.service.app.run('unsuspend-site', { site_id_or_domain: 1 })
    expect(await scene.status(1)).toBe('first')
  })

  it('are not opened for a site that is deleted during its check', async () => {
    await scene.watch()
    down(1)
    await scene.pass(60)
    await scene.service.db.deleteFrom('sites').where('id', '=', 1).execute()
    await scene.pass(60)
    expect(await scene.incidents()).toEqual([])
    expect(checkCount(2)).toBeGreaterThanOrEqual(2)
  })
})

describe('our own connection', () => {
  it('is suspected when no site answers: no site is marked down for two minutes', async () => {
    await scene.set({ interval: '30s' })
    await scene.watch()
    await scene.pass(30)
    for (const { index } of scene.fleet.sites) site(index + 1).setFault('refuse', { on: '*' })
    await scene.pass(110)
    expect(await scene.incidents()).toEqual([])
    expect(await scene.status(1)).toBe('pending')
    await scene.pass(60)
    expect(await scene.incidents()).toHaveLength(20)
  })

  it('is not suspected while any site answers', async () => {
    await scene.set({ interval: '30s' })
    await scene.watch()
    await scene.pass(30)
    for (const number of [1, 2, 3, 4, 5, 6, 7]) site(number).setFault('refuse', { on: '*' })
    await scene.pass(60)
    expect(await scene.incidents()).toHaveLength(7)
  })
})

describe('several processes', () => {
  it('divide the monitors and check none twice', async () => {
    await scene.watch('one')
    await scene.watch('two')
    await scene.pass(settleSeconds)
    const before = first6()
    await scene.pass(120)
    expect(first6()).toEqual(before.map((checkCounts) => checkCounts + 2))
    const { rows } = await scene.service.db.pool.query(
      'select holder, count(*) as shares from monitor_shares group by holder order by holder',
    )
    expect(rows).toEqual([
      { holder: 'one', shares: 32 },
      { holder: 'two', shares: 32 },
    ])
  })

  it('take over the monitors of a crashed process', async () => {
    const die = await scene.watchUntilCrash('doomed')
    await scene.watch('heir')
    await scene.pass(70)
    await die()
    const before = first6()
    await scene.pass(70)
    for (const [index, number] of [1, 2, 3, 4, 5, 6].entries())
      expect(checkCount(number)).toBeGreaterThan(before[index]!)
    const { rows } = await scene.service.db.pool.query('select distinct holder from monitor_shares')
    expect(rows).toEqual([{ holder: 'heir' }])
  })

  it('abort the running checks of shares that another process has', async () => {
    await scene.set({ timeout: '60s' })
    const one = await scene.watch('one')
    await scene.pass(settleSeconds)
    for (const number of [1, 2, 3, 4, 5, 6]) site(number).misbehave('never-answer', { on: '*' })
    await expect
      .poll(() => {
        scene.service.clock.advance(1_000)
        return scene.fleet.traffic.now
      })
      .toBeGreaterThan(0)
    await scene.service.db.pool.query(
      `update monitor_shares set holder = 'another process', held_until = now() + interval '1 hour'`,
    )
    scene.service.clock.advance(2_000)
    // Without the abort the sites would have to fail their checks first.
    await one.settled()
    for (const number of [1, 2, 3, 4, 5, 6]) expect(await scene.status(number)).toBe('up')
    expect(scene.fleet.traffic.now).toBe(0)
  })

  it('take over the monitors of a stopped process at once', async () => {
    const first = await scene.watch('first')
    await first.stop()
    const before = first6()
    await scene.watch('second')
    await scene.pass(10)
    expect(first6()).toEqual(before.map((checkCounts) => checkCounts + 1))
  })
})

describe('when the clock is set', () => {
  it.each([
    ['back by a day', -86_400_000],
    ['forward by a day', 86_400_000],
  ])('%s, monitors keep their intervals', async (_, step) => {
    await scene.watch()
    await scene.pass(60)
    scene.setClock(step)
    const before = first6()
    await scene.pass(64)
    for (const [index, number] of [1, 2, 3, 4, 5, 6].entries()) {
      const checkCounts = checkCount(number) - before[index]!
      expect([1, 2]).toContain(checkCounts)
    }
    expect(await scene.incidents()).toEqual([])
  })
})

it('stores results later when the database was unavailable', async () => {
  const { pool } = scene.service.db
  await scene.watch()
  await scene.pass(60)
  await pool.query('alter table monitor_hours rename to away')
  await scene.passWithoutWaiting(4)
  await pool.query('alter table away rename to monitor_hours')
  await scene.pass(120)
  const { output } = await scene.service.app.run('list-heartbeats', { site_id_or_domain: 1 })
  expect((output as { total: number }).total).toBe(checkCount(1))
  expect(checkCount(1)).toBeGreaterThanOrEqual(3)
})
