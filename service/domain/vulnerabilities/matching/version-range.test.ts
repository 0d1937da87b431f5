import { describe, expect, it } from 'vitest'
import { compareReleases, isInRange } from './version-range.ts'

describe('compareReleases', () => {
  it.each([
    ['1.2.9', '1.2.10'],
    ['1.9', '1.10'],
    ['6.4', '6.4.1'],
    ['2.0-beta1', '2.0'],
    ['2.0-beta2', '2.0-rc1'],
    ['2.0-alpha', '2.0-beta'],
    ['2.0', '2.0pl1'],
    ['2.0.0', '2.0.1'],
    ['9', '10'],
    ['1.0-dev', '1.0-alpha'],
  ])('orders %s before %s', (older, newer) => {
    expect(compareReleases(older, newer)).toBeLessThan(0)
    expect(compareReleases(newer, older)).toBeGreaterThan(0)
  })

  it.each([
    ['1.0', '1.0.0'],
    ['10', '10.0'],
    ['v2.1', '2.1'],
    ['1.0-RC1', '1.0rc1'],
    ['1.0.0-rc1', '1.0-rc1'],
  ])('treats %s and %s as the same', (one, other) => {
    expect(compareReleases(one, other)).toBe(0)
  })
})

const range = (from: string, to: string, [fromInclusive, toInclusive] = [true, true]) => ({
  from,
  from_inclusive: fromInclusive,
  to,
  to_inclusive: toInclusive,
})

describe('isInRange', () => {
  it('includes an end of the range only if it is inclusive', () => {
    expect(isInRange('1.5', range('*', '1.5'))).toBe(true)
    expect(isInRange('1.5', range('*', '1.5', [true, false]))).toBe(false)
    expect(isInRange('1.5', range('1.5', '*', [false, true]))).toBe(false)
    expect(isInRange('1.5', range('1.5', '2'))).toBe(true)
    expect(isInRange('1.6', range('*', '1.5'))).toBe(false)
    expect(isInRange('99', range('*', '*'))).toBe(true)
  })

  it('is false for an unknown version', () => {
    expect(isInRange('', range('*', '*'))).toBe(false)
  })
})
