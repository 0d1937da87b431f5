import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('counts the monitors that the list shows', async () => {
  await seedSites(fixture.service.db, 5)
  await rest('PUT /monitors/settings', { active: true })
  await seedChecks(fixture.service, 2, [['1m', 'bad']])
  expect((await rest('GET /monitors/count')).body).toMatchObject({ success: 1, count: 5, total: 5, data: { total: 5 } })
  expect((await rest('GET /monitors/count?status=down')).body.count).toBe(1)
  expect((await rest('GET /monitors/count?status=first&exclude=1,3')).body.count).toBe(2)
  expect((await rest('GET /monitors/count?search=site-4')).body.count).toBe(1)
  expect((await rest('GET /monitors/count', undefined, fixture.people.keys.limited.headers)).body.count).toBe(1)
})

it('does not count a site as up whose last check is too long ago for the interval of its monitor', async () => {
  await seedSites(fixture.service.db, 4)
  await rest('PUT /monitors/settings', { active: true, interval: 5 })
  await rest('PUT /monitors/2/settings', { interval: 60 })
  await rest('PUT /monitors/4/settings', { active: false })
  for (const site of [1, 2, 4]) await seedChecks(fixture.service, site, [['40m', 'good']])
  await seedChecks(fixture.service, 3, [['1m', 'good']])
  const count = async (status: string) => (await rest(`GET /monitors/count?status=${status}`)).body.total
  expect([await count('up'), await count('stale'), await count('paused'), await count('any')]).toEqual([2, 1, 1, 4])
  const { data } = (await rest('GET /monitors?orderby=id')).body
  expect(data.map(({ stale }: { stale: boolean }) => stale)).toEqual([true, false, false, false])
  const table = (await rest('GET /sites/table?orderby=id')).body.data
  const shown = table.map(({ id, monitor_stale }: { id: number; monitor_stale: boolean }) => [id, monitor_stale])
  expect(new Map(shown).get(1)).toBe(true)
  expect(new Map(shown).get(2)).toBe(false)
})
