import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

it('returns an inactive schedule until one is set', async () => {
  const { status, body } = await rest('GET /clients/1/report/schedule')
  expect([status, body.data]).toEqual([
    200,
    {
      client_id: 1,
      client_name: 'Harbour',
      active: false,
      day_of_month: 1,
      recipients: [],
      next_on: null,
      last_sent_at: null,
      last_period: null,
      last_problem: null,
      history: [],
    },
  ])
})

it('returns 404 for unknown and invisible clients', async () => {
  expect((await rest('GET /clients/99/report/schedule')).status).toBe(404)
  const { status } = await rest('GET /clients/2/report/schedule', undefined, fixture.people.keys.limited.headers)
  expect(status).toBe(404)
})
