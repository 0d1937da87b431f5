import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { tagsFeature } from './index.ts'

it('offers the tag abilities as the contract has them', () => {
  expect(abilityDifferences(tagsFeature, ({ category }) => category === 'svc-tags')).toEqual([])
})

it('serves the tag routes of the contract', () => expect(routeDifferences(tagsFeature)).toEqual([]))
