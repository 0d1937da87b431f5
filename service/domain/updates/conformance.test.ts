import { expect, it } from 'vitest'
import { abilityDifferences, fieldDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { updatesFeature } from './index.ts'

it('has the update abilities of the contract', () => {
  expect(abilityDifferences(updatesFeature, ({ category }) => category === 'svc-updates')).toEqual([])
})

it('has the update routes of the contract', () => expect(routeDifferences(updatesFeature)).toEqual([]))

it('accepts the fields that the contract names for each route', () =>
  expect(fieldDifferences(updatesFeature)).toEqual([]))
