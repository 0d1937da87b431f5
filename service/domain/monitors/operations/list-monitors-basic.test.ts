import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('shows every monitor with only its status', async () => {
  await seedSites(fixture.service.db, 2)
  await rest('PUT /monitors/settings', { active: true })
  await seedChecks(fixture.service, 2, [['1m', 'bad']])
  const { body } = await rest('GET /monitors/basic')
  expect(body).toMatchObject({ success: 1, total: 2 })
  expect(body.data).toEqual([
    { id: 1, monitor_id: 1, url: 'https://site-1.example/', name: 'Site 1', last_status: 'first' },
    { id: 2, monitor_id: 2, url: 'https://site-2.example/', name: 'Site 2', last_status: 'down' },
  ])
  expect((await rest('GET /monitors/basic?status=down')).body.total).toBe(1)
})
