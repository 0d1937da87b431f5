import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { syncFeature } from './index.ts'

it('has the abilities of the contract', () => {
  const names = ['svc/sync-sites-v1', 'svc/get-site-security-v1']
  expect(abilityDifferences(syncFeature, ({ ability }) => names.includes(ability))).toEqual([])
})

it('has the routes of the contract', () => expect(routeDifferences(syncFeature)).toEqual([]))
