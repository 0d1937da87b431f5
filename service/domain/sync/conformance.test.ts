import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { syncRoom } from './index.ts'

it('offers its abilities as the contract has them', () => {
  const names = ['svc/sync-sites-v1', 'svc/get-site-security-v1']
  expect(abilityDifferences(syncRoom, ({ ability }) => names.includes(ability))).toEqual([])
})

it('serves its routes of the contract', () => expect(routeDifferences(syncRoom)).toEqual([]))
