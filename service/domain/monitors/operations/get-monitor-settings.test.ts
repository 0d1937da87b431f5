import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('shows the own and the effective settings of a monitor', async () => {
  await seedSites(fixture.service.db, 2)
  await rest('PUT /monitors/1/settings', { interval: '30s', method: 'get' })
  const { body } = await rest('GET /monitors/1/settings', undefined, fixture.people.viewer.headers)
  expect(body.data).toEqual({
    monitor_id: 1,
    active: 'useglobal',
    interval: '30s',
    timeout: 'useglobal',
    maxretries: 'useglobal',
    type: 'useglobal',
    method: 'get',
    expected_status: 'useglobal',
    keyword: 'useglobal',
    monitoring_emails: [],
    effective: {
      active: false,
      interval: '30s',
      timeout: '60000',
      maxretries: 1,
      type: 'http',
      method: 'get',
      expected_status: '200-206',
      keyword: '',
    },
  })
  expect((await rest('GET /monitors/3/settings')).status).toBe(404)
  expect((await rest('GET /monitors/2/settings', undefined, fixture.people.keys.limited.headers)).status).toBe(404)
})
