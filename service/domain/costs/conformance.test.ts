import { expect, it } from 'vitest'
import { abilityDifferences, fieldDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { costsFeature } from './index.ts'

it('has the cost abilities of the contract', () => {
  const ofCosts = ({ ability }: { ability: string }) => /^svc\/get-(site|client)-costs-v1$/.test(ability)
  expect(abilityDifferences(costsFeature, ofCosts)).toEqual([])
})

it('has the cost routes of the contract', () => expect(routeDifferences(costsFeature)).toEqual([]))

it('accepts every field of the contract', () => expect(fieldDifferences(costsFeature)).toEqual([]))
