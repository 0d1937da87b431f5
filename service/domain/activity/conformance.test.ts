import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { activityFeature } from './index.ts'

it('offers the change log as the contract has it', () => {
  expect(abilityDifferences(activityFeature, ({ ability }) => ability === 'svc/get-site-changes-v1')).toEqual([])
})

it('serves its routes of the contract', () => expect(routeDifferences(activityFeature)).toEqual([]))
