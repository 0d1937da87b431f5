import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

const coverage = async (headers?: Record<string, string>) =>
  (await rest('GET /monitors/coverage', undefined, headers)).body.data
const monitor = (site: number, active: boolean) =>
  fixture.service.db.updateTable('monitors').set({ active }).where('site_id', '=', site).execute()
const see = (site: number, status: 'up' | 'down', minutesAgo = 1) =>
  fixture.service.db
    .updateTable('monitors')
    .set({ status, checked_at: new Date(fixture.service.clock.now().getTime() - minutesAgo * 60_000) })
    .where('site_id', '=', site)
    .execute()

describe('the coverage of monitoring', () => {
  it('says that there is nothing to monitor', async () => {
    expect((await coverage()).summary).toBe('There is no site to monitor.')
    await seedSites(fixture.service.db, 1, { suspended_by: 'hand' })
    expect(await coverage()).toMatchObject({ sites: 0, monitored: 0, summary: 'There is no site to monitor.' })
  })

  it('says that no site is monitored', async () => {
    await seedSites(fixture.service.db, 3)
    expect(await coverage()).toEqual({
      sites: 3,
      monitored: 0,
      checked: 0,
      down: 0,
      active_by_default: false,
      summary: 'No site is monitored, so outages go unnoticed.',
    })
  })

  it('says how many sites are monitored and that none of them is down', async () => {
    await seedSites(fixture.service.db, 4)
    for (const site of [1, 2]) {
      await monitor(site, true)
      await see(site, 'up')
    }
    expect((await coverage()).summary).toBe('2 of 4 sites are monitored; none of them is down.')
    await see(2, 'down')
    expect((await coverage()).summary).toBe('2 of 4 sites are monitored; 1 of them is down.')
  })

  it('says that all sites are monitored, and how many are down', async () => {
    await seedSites(fixture.service.db, 3)
    await rest('PUT /monitors/settings', { active: true })
    for (const site of [1, 2, 3]) await see(site, 'up')
    expect((await coverage()).summary).toBe('All 3 sites are monitored; none of them is down.')
    for (const site of [1, 2, 3]) await see(site, 'down')
    expect((await coverage()).summary).toBe('All 3 sites are monitored; 3 of them are down.')
  })

  it('says how many sites were not checked lately besides those that are down', async () => {
    await seedSites(fixture.service.db, 3)
    await rest('PUT /monitors/settings', { active: true })
    await see(1, 'down')
    await see(2, 'up', 60)
    await see(3, 'up', 60)
    expect((await coverage()).summary).toBe('All 3 sites are monitored; 1 of them is down, 2 were not checked lately.')
  })

  it('says that nothing was checked, at the beginning and when checks stopped', async () => {
    await seedSites(fixture.service.db, 3)
    await rest('PUT /monitors/settings', { active: true })
    const none = 'All 3 sites are monitored, but none of them was checked lately.'
    expect((await coverage()).summary).toBe(none)
    for (const site of [1, 2, 3]) await see(site, 'up', 60)
    expect((await coverage()).summary).toBe(none)
    await see(1, 'up')
    expect((await coverage()).summary).toBe(
      'All 3 sites are monitored, 1 of them checked lately; none of these is down.',
    )
  })

  it('speaks of one site as one', async () => {
    await seedSites(fixture.service.db, 1)
    await rest('PUT /monitors/settings', { active: true })
    expect((await coverage()).summary).toBe('The only site is monitored, but it was not checked lately.')
    await see(1, 'up')
    expect((await coverage()).summary).toBe('The only site is monitored and up.')
    await see(1, 'down')
    expect((await coverage()).summary).toBe('The only site is monitored; it is down.')
  })

  it('counts only sites that the caller may see', async () => {
    await seedSites(fixture.service.db, 3)
    expect(await coverage(fixture.people.keys.limited.headers)).toMatchObject({ sites: 1 })
  })

  it('is part of the overview', async () => {
    await seedSites(fixture.service.db, 2)
    expect((await rest('GET /overview')).body.data.monitoring).toEqual(await coverage())
  })
})
