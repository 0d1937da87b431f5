import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('counts incidents, not failed checks', async () => {
  await seedSites(fixture.service.db, 2)
  await seedChecks(fixture.service, 1, [
    ['3h', 'bad'],
    ['179m', 'bad'],
    ['2h', 'good'],
    ['1h', 'bad'],
  ])
  expect((await rest('GET /monitors/1/incidents/count')).body).toMatchObject({ success: 1, count: 2, total: 2 })
  expect((await rest('GET /monitors/2/incidents/count')).body.count).toBe(0)
  expect((await rest('GET /monitors/2/incidents/count', undefined, fixture.people.keys.limited.headers)).status).toBe(
    404,
  )
})
