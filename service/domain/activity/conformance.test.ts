import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { activityFeature } from './index.ts'

it('has the change log ability of the contract', () => {
  expect(abilityDifferences(activityFeature, ({ ability }) => ability === 'svc/get-site-changes-v1')).toEqual([])
})

it('has the routes of the contract', () => expect(routeDifferences(activityFeature)).toEqual([]))
