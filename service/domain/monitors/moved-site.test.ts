import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { seedChecks } from './testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const check = (ok: boolean, minutes: number) => seedChecks(fixture.service, 1, [[`${minutes}m`, ok ? 'good' : 'bad']])
const uptime = async () => {
  const { uptime_ratio_30d, incidents_count_30d } = (await rest('GET /monitors/1')).body.data
  const [row] = (await rest('GET /sites/table')).body.data
  return [uptime_ratio_30d, incidents_count_30d, row.uptime_30d]
}

it('has no uptime until it is checked at its new address, and its former outages do not count', async () => {
  await seedSites(fixture.service.db, 1, { private_key: null })
  await rest('PUT /monitors/settings', { active: true })
  for (const minutes of [60, 59]) await check(true, minutes)
  for (const minutes of [58, 57]) await check(false, minutes)
  await fixture.service.app.run('compute-uptimes', {})
  expect((await uptime())[1]).toBe(1)
  await rest('PUT /sites/1/edit', { url: 'https://elsewhere.example/' })
  expect(await uptime()).toEqual([null, 0, null])
  fixture.service.clock.advance(2 * 60_000)
  for (const minutes of [1, 0]) await check(true, minutes)
  await fixture.service.app.run('compute-uptimes', {})
  expect(await uptime()).toEqual([100, 0, 100])
})
