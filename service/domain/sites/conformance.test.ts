import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { sitesFeature } from './index.ts'

/** Site abilities that belong to other features. */
const ofOthers = /sync|plugins|themes?-v1|abandoned|security|changes|client|costs/

it('has the abilities of the contract', () => {
  const belongs = ({ category, ability }: { category: string; ability: string }) =>
    category === 'svc-sites' && !ofOthers.test(ability)
  expect(abilityDifferences(sitesFeature, belongs)).toEqual([])
})

it('has the routes of the contract', () => {
  // The tools of the settings page and the security information belong to other features.
  const missing = routeDifferences(sitesFeature).filter((row) => !/\/settings\/tools\/|\/security/.test(row))
  expect(missing).toEqual([])
})
