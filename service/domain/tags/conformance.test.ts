import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { tagsFeature } from './index.ts'

it('has the tag abilities of the contract', () => {
  expect(abilityDifferences(tagsFeature, ({ category }) => category === 'svc-tags')).toEqual([])
})

it('has the tag routes of the contract', () => expect(routeDifferences(tagsFeature)).toEqual([]))
