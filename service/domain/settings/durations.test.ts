import { describe, expect, it } from 'vitest'
import { readInterval, readMilliseconds, readTimeout, writeTimeout } from './durations.ts'

describe('interval', () => {
  it.each([
    [5, 300],
    ['5', 300],
    [0.5, 30],
    [0.55, 33],
    ['30s', 30],
    ['90 s', 90],
    ['5m', 300],
    ['5min', 300],
    ['1.5h', 5400],
    ['24h', 86_400],
  ])('%j is %i seconds', (given, seconds) => {
    expect(readInterval(given)).toBe(seconds)
  })

  it.each([0, -5, 0.4, 1441, '29s', '25h', '', 'm', '5 miles', '5m5s', Number.NaN, Number.POSITIVE_INFINITY, 0.51])(
    '%j is invalid',
    (given) => {
      expect(readInterval(given)).toBeNull()
    },
  )
})

describe('timeout', () => {
  it.each([
    [60, 60_000],
    [999, 999_000],
    [1000, 1000],
    [45_000, 45_000],
    ['45', 45_000],
    ['1500', 1500],
    ['60s', 60_000],
    ['1500ms', 1500],
    ['2min', 120_000],
    ['90min', 5_400_000],
    ['No limit', 5_400_000],
    ['no limit', 5_400_000],
  ])('%j is %i milliseconds', (given, milliseconds) => {
    expect(readTimeout(given)).toBe(milliseconds)
  })

  it.each([0, 0.5, -1, '', '0s', '91min', '5400001ms', 'soon', Number.NaN, Number.POSITIVE_INFINITY])(
    '%j is invalid',
    (given) => {
      expect(readTimeout(given)).toBeNull()
    },
  )

  it.each([1000, 1500, 60_000, 5_400_000])('of %i milliseconds is read back unchanged', (milliseconds) => {
    expect(readTimeout(writeTimeout(milliseconds))).toBe(milliseconds)
  })
})

it.each([
  ['30000', 30_000],
  [1000, 1000],
  ['30s', 30_000],
  ['500', null],
  [999, null],
  ['0', null],
  ['5400001', null],
])('the timeout of a monitor: %j is %j milliseconds', (given, milliseconds) => {
  expect(readMilliseconds(given)).toBe(milliseconds)
})
