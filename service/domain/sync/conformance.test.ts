import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { syncFeature } from './index.ts'

it('offers its abilities as the contract has them', () => {
  const names = ['svc/sync-sites-v1', 'svc/get-site-security-v1']
  expect(abilityDifferences(syncFeature, ({ ability }) => names.includes(ability))).toEqual([])
})

it('serves its routes of the contract', () => expect(routeDifferences(syncFeature)).toEqual([]))
