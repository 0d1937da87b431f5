import fc from 'fast-check'
import { expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../testing/growth.ts'
import { keepsDigits } from './digits.ts'

it.each(['0', '-0', '0.00', '12', '-12.50', '0.1', '1e3', '1.5E-7', '123456789012345', '9007199254740992', '1e21'])(
  '%s stays what it is',
  (written) => expect(keepsDigits(written)).toBe(true),
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
])('%s does not', (written) => expect(keepsDigits(written)).toBe(false))

it('every number that JavaScript writes stays what it is', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => keepsDigits(String(number))))
})

it.each([
  ['zeros before the last digit', (size: number) => `1${'0'.repeat(size)}1`],
  ['leading zeros', (size: number) => `0.${'0'.repeat(size)}1`],
  ['zeros before something that is no digit', (size: number) => `1${'0'.repeat(size)}x`],
  ['nines', (size: number) => '9'.repeat(size)],
  ['an exponent', (size: number) => `1e${'0'.repeat(size)}1`],
])('takes time in proportion to the length: %s', (_, written) => {
  expect(growthOf(written, keepsDigits, 4_000)).toBeLessThan(linearGrowth)
})
