import { expect, it } from 'vitest'
import { abilityDifferences, fieldDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { updatesFeature } from './index.ts'

it('offers the update abilities as the contract has them', () => {
  expect(abilityDifferences(updatesFeature, ({ category }) => category === 'svc-updates')).toEqual([])
})

it('serves the update routes of the contract', () => expect(routeDifferences(updatesFeature)).toEqual([]))

it('takes the fields that the contract names for each route', () =>
  expect(fieldDifferences(updatesFeature)).toEqual([]))
