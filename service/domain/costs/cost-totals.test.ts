import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RenewalType } from './cost.ts'
import { sumCosts } from './cost-totals.ts'
import { readPrice, roundedShare, writePrice } from './money.ts'

const totalsOf = (costs: Parameters<typeof sumCosts>[0], decimals = 2) => {
  const { currency: _, ...totals } = sumCosts(costs, { currency: 'USD', decimals })
  return totals
}

const cost = (price: string, renewal_type: RenewalType) => ({
  price,
  renewal_type,
  payment_type: 'subscription' as const,
  status: 'active' as const,
})

describe('totals', () => {
  it.each([
    ['weekly', '10', 43.33, 520],
    ['monthly', '25.5', 25.5, 306],
    ['quarterly', '10', 3.33, 40],
    ['yearly', '99.99', 8.33, 99.99],
    ['disabled', '10', 0, 0],
  ] as const)('a %s cost of %s is %d a month and %d a year', (interval, price, total_monthly, total_yearly) => {
    expect(totalsOf([cost(price, interval)])).toEqual({ total_monthly, total_yearly })
  })

  it('count only active costs, and lifetime costs as 0', () => {
    const lifetime = { ...cost('500', 'monthly'), payment_type: 'lifetime' as const }
    const others = (['canceled', 'onhold', 'expired', 'pending_cancelation'] as const).map((status) => ({
      ...cost('100', 'monthly'),
      status,
    }))
    expect(totalsOf([lifetime, ...others])).toEqual({ total_monthly: 0, total_yearly: 0 })
    expect(totalsOf([lifetime, ...others, cost('1', 'monthly')])).toEqual({ total_monthly: 1, total_yearly: 12 })
  })

  it('are exact, and each cost is rounded half up once', () => {
    expect(totalsOf(Array.from({ length: 10 }, () => cost('0.1', 'monthly'))).total_monthly).toBe(1)
    expect(totalsOf([cost('1.005', 'monthly')]).total_monthly).toBe(1.01)
    expect(totalsOf([cost('0.06', 'yearly')]).total_monthly).toBe(0.01)
    // A cost of less than half a cent a month adds nothing: shares of clients could not add up to it.
    expect(totalsOf(Array.from({ length: 3 }, () => cost('0.04', 'yearly'))).total_monthly).toBe(0)
    expect(totalsOf([cost('999999999999.99', 'yearly')]).total_yearly).toBe(999999999999.99)
  })

  it('have the decimals of the settings', () => {
    const costs = [cost('10.005', 'yearly')]
    expect(totalsOf(costs, 0)).toEqual({ total_monthly: 1, total_yearly: 10 })
    expect(totalsOf(costs, 4)).toEqual({ total_monthly: 0.8338, total_yearly: 10.005 })
  })

  const price = fc.bigInt({ min: 0n, max: 10n ** 17n }).map(writePrice)
  const interval = fc.constantFrom<RenewalType[]>('weekly', 'monthly', 'quarterly', 'yearly', 'disabled')

  it('do not depend on the order', () => {
    const costs = fc.array(fc.tuple(price, interval), { maxLength: 30 })
    fc.assert(
      fc.property(costs, (pairs) => {
        const rows = pairs.map(([amount, type]) => cost(amount, type))
        expect(totalsOf(rows.toReversed())).toEqual(totalsOf(rows))
      }),
    )
  })

  it('are within half a cent of the exact value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.constantFrom(1n, 12n), (amount, share) => {
        const cents = BigInt(Math.round(roundedShare(amount, share, 2) * 100))
        const difference = cents * 10n ** 6n * share - amount
        const half = 10n ** 6n * share
        expect(2n * difference <= half && 2n * difference > -half).toBe(true)
      }),
    )
  })
})

describe('prices', () => {
  it.each([
    [0, '0.00000000'],
    [25.5, '25.50000000'],
    ['25.50', '25.50000000'],
    [' 7 ', '7.00000000'],
    [0.1, '0.10000000'],
    [1e-8, '0.00000001'],
    ['999999999999.99999999', '999999999999.99999999'],
    ['900000000.00000001', '900000000.00000001'],
  ])('%j is %s', (given, expected) => expect(writePrice(readPrice(given)!)).toBe(expected))

  it.each([
    -1,
    '-1',
    '',
    'abc',
    '1,50',
    '1e3',
    '.5',
    '1.',
    1e-9,
    0.1 + 0.2,
    '0.123456789',
    1e12,
    1e300,
    Number.NaN,
    Infinity,
    '+1',
    '0x10',
  ])('%j is invalid', (given) => expect(readPrice(given)).toBeNull())

  it('are read back as they were written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), (amount) => {
        expect(readPrice(writePrice(amount))).toBe(amount)
      }),
    )
  })
})
