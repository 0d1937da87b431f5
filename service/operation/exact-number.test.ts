import fc from 'fast-check'
import { expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../testing/growth.ts'
import { isExactNumber } from './exact-number.ts'

it.each(['0', '-0', '0.00', '12', '-12.50', '0.1', '1e3', '1.5E-7', '123456789012345', '9007199254740992', '1e21'])(
  '%s stays what it is',
  (written) => expect(isExactNumber(written)).toBe(true),
)

it.each([
  '1.00000000000000000001',
  '100000000000.00000001',
  '123456789012.12345678',
  '9007199254740993',
  '0.1234567890123456789',
  '1e400',
  '1e-400',
  'NaN',
  '',
])('%s is not exact', (written) => expect(isExactNumber(written)).toBe(false))

it('accepts every number that JavaScript prints', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => isExactNumber(String(number))))
})

it.each([
  ['zeros before the last digit', (size: number) => `1${'0'.repeat(size)}1`],
  ['leading zeros', (size: number) => `0.${'0'.repeat(size)}1`],
  ['zeros before something that is no digit', (size: number) => `1${'0'.repeat(size)}x`],
  ['nines', (size: number) => '9'.repeat(size)],
  ['an exponent', (size: number) => `1e${'0'.repeat(size)}1`],
])('takes linear time: %s', (_, written) => {
  expect(growthOf(written, isExactNumber, 4_000)).toBeLessThan(linearGrowth)
})
