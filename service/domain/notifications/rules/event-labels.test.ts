import { expect, it } from 'vitest'
import { formatOutageDuration } from './event-labels.ts'

it.each([
  [40, '40 s'],
  [300, '5 min'],
  [7500, '2 h 5 min'],
  [266_400, '3 d 2 h'],
  [-5, '0 s'],
])('an incident of %d seconds lasted %s', (seconds, text) => {
  expect(formatOutageDuration(seconds * 1000)).toBe(text)
})
