import { expect, it } from 'vitest'
import { abilityDifferences, fieldDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { costsFeature } from './index.ts'

it('offers the cost abilities as the contract has them', () => {
  const ofCosts = ({ ability }: { ability: string }) => /^svc\/get-(site|client)-costs-v1$/.test(ability)
  expect(abilityDifferences(costsFeature, ofCosts)).toEqual([])
})

it('serves the cost routes of the contract', () => expect(routeDifferences(costsFeature)).toEqual([]))

it('takes every field that the contract names', () => expect(fieldDifferences(costsFeature)).toEqual([]))
