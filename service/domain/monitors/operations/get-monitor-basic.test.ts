import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('returns the status of the site', async () => {
  await seedSites(fixture.service.db, 1)
  await rest('PUT /monitors/settings', { active: true })
  await seedChecks(fixture.service, 1, [['1m', 'good']])
  expect((await rest('GET /monitors/site-1.example/basic')).body.data).toEqual({
    id: 1,
    monitor_id: 1,
    url: 'https://site-1.example/',
    name: 'Site 1',
    last_status: 'up',
  })
  await fixture.service.app.run('suspend-site', { site_id_or_domain: 1 })
  expect((await rest('GET /monitors/1/basic')).body.data.last_status).toBe('paused')
  expect((await rest('GET /monitors/9/basic')).status).toBe(404)
})
