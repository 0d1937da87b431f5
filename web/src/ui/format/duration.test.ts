import { expect, it } from 'vitest'
import { duration } from './duration.ts'

const from = '2026-11-15T09:00:00Z'
const after = (seconds: number) => new Date(Date.parse(from) + seconds * 1000).toISOString()

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [252, '4 min 12 s'],
  [3_600, '1 h 0 min'],
  [47 * 3_600 + 1_800, '47 h 30 min'],
  [48 * 3_600, '2 days 0 h'],
  [31 * 86_400 + 5 * 3_600, '31 days 5 h'],
  [-5, '0 s'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(duration(from, after(seconds))).toBe(text)
})
