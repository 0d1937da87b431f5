import { expect, it } from 'vitest'
import { abilityDifferences, fieldDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { costsRoom } from './index.ts'

it('offers the cost abilities as the contract has them', () => {
  const ofCosts = ({ ability }: { ability: string }) => /^svc\/get-(site|client)-costs-v1$/.test(ability)
  expect(abilityDifferences(costsRoom, ofCosts)).toEqual([])
})

it('serves the cost routes of the contract', () => expect(routeDifferences(costsRoom)).toEqual([]))

it('takes every field that the contract names', () => expect(fieldDifferences(costsRoom)).toEqual([]))
