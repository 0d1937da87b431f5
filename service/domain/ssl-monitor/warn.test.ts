import { expect, it } from 'vitest'
import { daysUntil } from './certificate.ts'
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
  ['2026-12-01', 16, false, 'expires on 2026-12-01, in 16 days'],
  ['2026-11-16', 1, false, 'expires on 2026-11-16, tomorrow'],
  ['2026-11-15', 0, false, 'expires on 2026-11-15, today'],
  ['2026-11-15', 0, true, 'expired on 2026-11-15'],
] as const)('%s in %d days (over: %s) is formatted as "%s"', (day, daysLeft, isExpired, text) => {
  expect(formatExpiry(day, daysLeft, isExpired)).toBe(text)
})

it.each([
  ['2026-11-12T00:00:00Z', '2026-11-16T09:00:00Z', 'UTC', -4],
  ['2026-11-12T23:59:59Z', '2026-11-16T00:00:00Z', 'UTC', -4],
  ['2026-11-20T00:00:00Z', '2026-11-15T23:00:00Z', 'UTC', 5],
  ['2026-11-15T08:00:00Z', '2026-11-15T09:00:00Z', 'UTC', 0],
  // 23:30 UTC is the next day in Berlin.
  ['2026-11-12T23:30:00Z', '2026-11-16T09:00:00Z', 'Europe/Berlin', -3],
])('from %s to %s in %s it is %d days', (end, now, zone, days) => {
  expect(daysUntil(new Date(end), new Date(now), zone)).toBe(days)
})
