import { expect, it } from 'vitest'
import { formatEventDuration } from './build-message.ts'

it.each([
  [40, '40 s'],
  [300, '5 min'],
  [7500, '2 h 5 min'],
  [266_400, '3 d 2 h'],
  [-5, '0 s'],
])('an incident of %d seconds lasted %s', (seconds, text) => {
  const began_at = new Date('2026-11-15T09:00:00Z')
  expect(formatEventDuration({ began_at, happened_at: new Date(began_at.getTime() + seconds * 1000) })).toBe(text)
})
