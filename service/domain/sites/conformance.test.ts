import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { sitesFeature } from './index.ts'

/** Site abilities that other features own, because the data is theirs. */
const ofOthers = /sync|plugins|themes?-v1|abandoned|security|changes|client|costs/

it('offers its abilities as the contract has them', () => {
  const belongs = ({ category, ability }: { category: string; ability: string }) =>
    category === 'svc-sites' && !ofOthers.test(ability)
  expect(abilityDifferences(sitesFeature, belongs)).toEqual([])
})

it('serves its routes of the contract', () => {
  // The tools of the settings page and the security information belong to rooms that come later.
  const missing = routeDifferences(sitesFeature).filter((row) => !/\/settings\/tools\/|\/security/.test(row))
  expect(missing).toEqual([])
})
