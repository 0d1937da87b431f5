import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('shows the settings of monitors without their own', async () => {
  expect((await rest('GET /monitors/settings', undefined, fixture.people.viewer.headers)).body.data).toEqual({
    active: false,
    interval: '5m',
    timeout: '60000',
    maxretries: 1,
    type: 'http',
    method: 'head',
    expected_status: '200-206',
    keyword: '',
  })
})
