import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const compute = async () => (await fixture.service.app.run('reckon-uptimes', {})).output
const stored = async () =>
  (await fixture.service.db.selectFrom('monitors').select('uptime_30d').orderBy('site_id').execute()).map(
    ({ uptime_30d }) => uptime_30d,
  )

it('computes the last 30 days of every site from hours and days, and writes only changes', async () => {
  await seedSites(fixture.service.db, 3)
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
    ['3h', 'good'],
    ['2h', 'good'],
    ['1h', 'bad'],
  ])
  const shown = async () => (await rest('GET /sites/table')).body.data[0].uptime_30d
  const { uptime_ratio_30d } = (await rest('GET /monitors/1')).body.data
  expect(await shown()).toBe(uptime_ratio_30d)
  await compute()
  expect(await shown()).toBe(uptime_ratio_30d)
})
