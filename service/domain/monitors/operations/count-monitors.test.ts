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
