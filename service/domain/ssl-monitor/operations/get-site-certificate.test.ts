import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('shows a site without a check as unchecked', async () => {
  await seedSites(fixture.service.db, 1)
  const { status, body } = await rest('GET /ssl-monitor/info/site-1.example')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: 1,
    data: { id: 1, url: 'https://site-1.example/', status: 'unchecked', days_left: null, names: [], checked_at: null },
  })
})

it('returns 404 for an unknown site or one outside the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  expect((await rest('GET /ssl-monitor/info/9')).body.code).toBe('svc_site_not_found')
  const { headers } = fixture.people.keys.limited
  expect((await rest('GET /ssl-monitor/info/2', undefined, headers)).status).toBe(404)
  expect((await rest('GET /ssl-monitor/info/1', undefined, headers)).status).toBe(200)
})
