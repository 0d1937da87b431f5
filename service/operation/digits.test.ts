import fc from 'fast-check'
import { expect, it } from 'vitest'
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
