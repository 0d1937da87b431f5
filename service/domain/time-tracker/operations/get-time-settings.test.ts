import { expect, it } from 'vitest'
import { timeScene } from '../testing/time-scene.ts'

const scene = timeScene()

it('returns the defaults', async () => {
  const { body } = await scene.rest('GET /time-tracker/settings', undefined, scene.people.viewer.headers)
  expect(body).toEqual({
    success: 1,
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
