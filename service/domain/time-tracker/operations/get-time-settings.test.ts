import { expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()

it('returns the defaults', async () => {
  const { body } = await fixture.rest('GET /time-tracker/settings', undefined, fixture.people.viewer.headers)
  expect(body).toMatchObject({
    success: 1,
    message: 'Retrieved successfully.',
    data: {
      default_timer_mode: 'count_up',
      currency: 'USD',
      currency_position: 'left',
      thousand_separator: ',',
      decimal_separator: '.',
      decimals: 2,
      rounding: false,
      rounding_direction: 'nearest',
      rounding_minutes: 15,
    },
  })
})
