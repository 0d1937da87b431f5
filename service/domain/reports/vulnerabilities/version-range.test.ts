import { expect, it } from 'vitest'
import { compareVersions, isWithin } from './version-range.ts'

it.each([
  ['1.2.9', '1.2.10'],
  ['1.9', '1.10'],
  ['6.4', '6.4.1'],
  ['2.0-beta1', '2.0'],
  ['2.0-beta2', '2.0-rc1'],
  ['2.0-alpha', '2.0-beta'],
  ['2.0', '2.0pl1'],
  ['9', '10'],
  ['1.0-dev', '1.0-alpha'],
])('%s is older than %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0)
  expect(compareVersions(newer, older)).toBeGreaterThan(0)
})

it.each([
  ['1.0', '1.0.0'],
  ['v2.1', '2.1'],
  ['1.0-RC1', '1.0rc1'],
])('%s and %s are the same', (one, other) => {
  expect(compareVersions(one, other)).toBe(0)
})

const range = (from: string, to: string, [fromInclusive, toInclusive] = [true, true]) => ({
  from,
  from_inclusive: fromInclusive,
  to,
  to_inclusive: toInclusive,
})

it('a range has ends that belong to it or not', () => {
  expect(isWithin('1.5', range('*', '1.5'))).toBe(true)
  expect(isWithin('1.5', range('*', '1.5', [true, false]))).toBe(false)
  expect(isWithin('1.5', range('1.5', '*', [false, true]))).toBe(false)
  expect(isWithin('1.5', range('1.5', '2'))).toBe(true)
  expect(isWithin('1.6', range('*', '1.5'))).toBe(false)
  expect(isWithin('99', range('*', '*'))).toBe(true)
})

it('nothing is said about a version that is not known', () => {
  expect(isWithin('', range('*', '*'))).toBe(false)
})
