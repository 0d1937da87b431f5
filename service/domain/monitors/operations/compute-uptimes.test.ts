import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const compute = async () => (await fixture.service.app.run('compute-uptimes', {})).output
const stored = async () =>
  (await fixture.service.db.selectFrom('monitors').select('uptime_30d').orderBy('site_id').execute()).map(
    ({ uptime_30d }) => uptime_30d,
  )

it('computes the last 30 days of every site, and writes only changes', async () => {
  await seedSites(fixture.service.db, 3)
  await rest('PUT /monitors/settings', { active: true, interval: 1 })
  await seedChecks(fixture.service, 1, [
    ['40d', 'bad'],
    ['20d', 'good'],
    ['19d', 'bad'],
    ['2h', 'good'],
  ])
  await seedChecks(fixture.service, 2, [['1h', 'good']])
  expect(await compute()).toEqual({ changed: 2 })
  expect(await stored()).toEqual([66.666, 100, -1])
  await fixture.service.app.run('roll-up-heartbeats', {})
  expect(await compute()).toEqual({ changed: 0 })
})

it('agrees with the monitor and the site table', async () => {
  await seedSites(fixture.service.db, 1)
  await seedChecks(fixture.service, 1, [
    ['3m', 'good'],
    ['2m', 'bad'],
    ['1m', 'good'],
  ])
  await rest('PUT /monitors/settings', { active: true, interval: 1 })
  const shown = async () => (await rest('GET /sites/table')).body.data[0].uptime_30d
  const { uptime_ratio_30d } = (await rest('GET /monitors/1')).body.data
  expect(uptime_ratio_30d).toBe(66.666)
  // Not computed yet.
  expect(await shown()).toBeNull()
  await compute()
  expect(await shown()).toBe(uptime_ratio_30d)
})

it('shows 100 % at once for a site without outages', async () => {
  await seedSites(fixture.service.db, 1)
  await seedChecks(fixture.service, 1, [['1m', 'good']])
  expect((await rest('GET /sites/table')).body.data[0].uptime_30d).toBe(100)
})
