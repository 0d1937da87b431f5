import { expect, it } from 'vitest'
import { formatExpiry, thresholdAt } from './warn.ts'

it.each([
  [31, null],
  [30, 30],
  [15, 30],
  [14, 14],
  [7, 7],
  [2, 7],
  [1, 1],
  [0, 1],
  [-100, 1],
])('with %d days left, the threshold is %s', (daysLeft, threshold) => {
  expect(thresholdAt(daysLeft)).toBe(threshold)
})

it.each([
  ['2026-12-01T10:00:00Z', 'expires on 2026-12-01, in 16 days'],
  ['2026-11-16T10:00:00Z', 'expires on 2026-11-16, in one day'],
  ['2026-11-15T10:00:00Z', 'expires on 2026-11-15, in less than a day'],
  ['2026-11-15T09:00:00Z', 'expired on 2026-11-15'],
])('%s is formatted as "%s"', (end, text) => {
  expect(formatExpiry(new Date(end), new Date('2026-11-15T09:00:00Z'))).toBe(text)
})
