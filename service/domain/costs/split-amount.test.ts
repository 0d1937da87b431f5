import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RenewalType } from './cost.ts'
import { figuresOf, shareOfClient, shareOfSite, splitFigures, sumFigures } from './cost-totals.ts'
import { writePrice } from './money.ts'
import { equalPart, splitAmongClients, splitAmount } from './split-amount.ts'

const sum = (parts: Iterable<bigint>) => [...parts].reduce((total, part) => total + part, 0n)
const amount = fc.bigInt({ min: 0n, max: 10n ** 20n })
const groups = fc.uniqueArray(
  fc.record({ clientId: fc.option(fc.integer({ min: 1, max: 99 })), sites: fc.integer({ min: 1, max: 3_000 }) }),
  {
    selector: ({ clientId }) => clientId,
    maxLength: 12,
  },
)

describe('splitAmount', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [100, [1, 2], [33, 67]],
    [5, [500, 500], [3, 2]],
    [0, [1, 2], [0, 0]],
    [7, [], []],
    [7, [3], [7]],
  ])('splits %d by %j into %j', (whole, weights, parts) =>
    expect(splitAmount(BigInt(whole), weights).map(Number)).toEqual(parts),
  )

  it('gives parts that add up, are never negative and differ by less than one unit from the exact share', () => {
    fc.assert(
      fc.property(
        amount,
        fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 30 }),
        (whole, weights) => {
          const parts = splitAmount(whole, weights)
          const total = BigInt(weights.reduce((one, other) => one + other, 0))
          expect(sum(parts)).toBe(whole)
          for (const [index, part] of parts.entries()) {
            const difference = part * total - whole * BigInt(weights[index]!)
            expect(part >= 0n && difference < total && difference > -total).toBe(true)
          }
        },
      ),
    )
  })

  it('splits equally as equalPart says', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 60 }), (whole, count) => {
        const ones = Array.from({ length: count }, () => 1)
        expect(splitAmount(whole, ones)).toEqual(ones.map((_, index) => equalPart(whole, count, index)))
      }),
    )
  })
})

describe('splitAmongClients', () => {
  it('does not depend on the order of the clients', () => {
    fc.assert(
      fc.property(amount, groups, fc.integer(), (whole, some, seed) => {
        const shuffled = some
          .toSorted((one, other) => ((one.sites * seed) % 7) - ((other.sites * seed) % 7))
          .toReversed()
        expect(new Map(splitAmongClients(whole, shuffled))).toEqual(splitAmongClients(whole, some))
      }),
    )
  })

  it('makes everything unassigned when there is neither a site nor a client', () => {
    expect(splitAmongClients(7n, [])).toEqual(new Map([[null, 7n]]))
  })
})

describe('the shares of a cost', () => {
  const cost = fc.record({
    price: fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }).map(writePrice),
    renewal_type: fc.constantFrom<RenewalType[]>('weekly', 'monthly', 'quarterly', 'yearly', 'disabled'),
    payment_type: fc.constant('subscription' as const),
    status: fc.constant('active' as const),
  })
  const names = ['price', 'monthly', 'yearly'] as const

  it('add up: of sites to their client, of clients to the cost, in every figure', () => {
    const few = groups.map((some) => some.map((group) => ({ ...group, sites: (group.sites % 9) + 1 })))
    fc.assert(
      fc.property(cost, few, fc.integer({ min: 0, max: 4 }), (priced, covered, decimals) => {
        const whole = figuresOf(priced, { decimals })
        const shares = splitFigures(whole, covered)
        for (const name of names) {
          expect(sum([...shares.values()].map((share) => share[name].units))).toBe(whole[name].units)
          for (const { clientId, sites } of covered) {
            const ofSites = Array.from({ length: sites }, (_, index) =>
              shareOfSite(whole, covered, { clientId, index }),
            )
            expect(sum(ofSites.map((share) => share[name].units))).toBe(
              shareOfClient(whole, covered, clientId)[name].units,
            )
          }
        }
      }),
    )
  })

  it('add up over many costs to the totals of the fleet', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cost, groups), { maxLength: 12 }), (costs) => {
        const view = { currency: 'EUR', decimals: 2 }
        const parts = costs.flatMap(([priced, covered]) => [...splitFigures(figuresOf(priced, view), covered).values()])
        const wholes = costs.map(([priced]) => figuresOf(priced, view))
        expect(sumFigures(parts, view)).toEqual(sumFigures(wholes, view))
      }),
    )
  })
})
