import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

// It is 2026-11-15T09:00:00Z.
beforeEach(async () => {
  await seedSites(fixture.service.db, 3)
  await seedChecks(fixture.service, 1, [
    ['3d', 'bad'],
    ['71h', 'bad'],
    ['70h', 'good'],
    ['10m', 'bad'],
    ['9m', 'bad'],
  ])
  await seedChecks(fixture.service, 2, [
    ['2d', 'bad'],
    ['47h', 'bad'],
    ['46h', 'good'],
  ])
})

it('lists the sites that are down now, with their names', async () => {
  const { body } = await rest('GET /monitors/incidents')
  expect(body).toMatchObject({
    success: 1,
    total: 1,
    data: [
      { site_id: 1, site_url: expect.stringContaining('site-1'), status: 'down', duration_sec: 600, ended_at: null },
    ],
  })
})

it('lists resolved incidents, newest first and in pages', async () => {
  const { body } = await rest('GET /monitors/incidents?status=resolved&per_page=1')
  expect(body).toMatchObject({ total: 2, pages: 2, data: [{ site_id: 2, resolved: true }] })
  const second = await rest('GET /monitors/incidents?status=resolved&per_page=1&page=2')
  expect(second.body.data).toMatchObject([{ site_id: 1, duration_sec: 7200 }])
})

it('shows a limited key only its own sites', async () => {
  const { body } = await rest('GET /monitors/incidents?status=resolved', undefined, fixture.people.keys.limited.headers)
  expect(body).toMatchObject({ total: 1, data: [{ site_id: 1 }] })
})
